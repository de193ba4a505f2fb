import { consumeKey } from './keys.js';
import { placeBeside } from './position.js';
import { isPopoverOpen, showPopover } from './platform.js';
import { whenUnusable } from './usable.js';

/** Buttons whose name is not visible. */
const buttons = '.bell, .icon-button';

/** Whether it is a button of this shadow root: the page around it may have elements with the same classes. */
const isButtonOf = (root: EventTarget | null, node: EventTarget): node is HTMLElement =>
  node instanceof HTMLElement && node.matches(buttons) && node.getRootNode() === root;

const delayMs = 500;
/** For the way of the pointer from the button to its tooltip. */
const leaveDelayMs = 150;
/** Distance to the button and to the edges of the window, in CSS pixels. */
const gap = 4;

/** The button whose tooltip is shown, or about to be, and what ends that. */
let current: { button: HTMLElement; controller: AbortController } | undefined;

/** Not on the bell while its panel is open, which the tooltip would cover. */
const isWanted = (button: HTMLElement): boolean =>
  button.matches(':is(:hover, :focus-visible):not([aria-expanded=true])');

function createTooltip(button: HTMLElement): HTMLElement {
  const tooltip = button.ownerDocument.createElement('span');
  tooltip.className = 'tooltip';
  tooltip.popover = 'manual';
  // The text is the name of the button already.
  tooltip.ariaHidden = 'true';
  tooltip.textContent = button.ariaLabel;
  // In the button: to point at the tooltip is to point at the button, and no modal dialog makes it inert.
  button.append(tooltip);
  showPopover(tooltip);
  return tooltip;
}

/**
 * Shows the name of a button that has only an icon, after a moment, while the button is pointed at or has the keyboard
 * focus. See https://www.w3.org/WAI/WCAG22/Understanding/content-on-hover-or-focus.html
 */
function openTooltip(button: HTMLElement, event: Event): void {
  const isTouch = 'pointerType' in event && event.pointerType === 'touch';
  // A press with the mouse also moves the focus.
  const isPress = event.type === 'focusin' && !button.matches(':focus-visible');
  if (isTouch || isPress || current?.button === button) return;
  current?.controller.abort();
  const controller = new AbortController();
  current = { button, controller };
  const { signal } = controller;
  const ownerDocument = button.ownerDocument;
  let tooltip: HTMLElement | undefined;
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => controller.abort();
  const closeUnlessWanted = (): void => {
    if (!isWanted(button)) close();
  };
  const handleLeave = (): void => {
    clearTimeout(leaveTimer);
    leaveTimer = setTimeout(closeUnlessWanted, leaveDelayMs);
  };
  const closeOnEscape = (keyEvent: KeyboardEvent): void => {
    if (keyEvent.key !== 'Escape' || !isPopoverOpen(tooltip)) return;
    // The panel around the button stays open.
    consumeKey(keyEvent);
    close();
  };
  const timer = setTimeout(() => {
    if (!isWanted(button)) {
      close();
      return;
    }
    tooltip = createTooltip(button);
    // Below a header are buttons, which it would cover.
    const side = button.closest('header') ? 'above' : 'below';
    placeBeside(tooltip, button, { side, align: 'center', gap, margin: gap });
    // Firefox and Safari do not say that a button that is removed, or hidden, has lost the focus.
    whenUnusable(tooltip, close, signal);
  }, delayMs);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(leaveTimer);
    tooltip?.remove();
    current = undefined;
  });

  button.addEventListener('pointerleave', handleLeave, { signal });
  button.addEventListener('blur', closeUnlessWanted, { signal });
  button.addEventListener('click', close, { signal });
  // A list that scrolls moves the button away from its tooltip.
  ownerDocument.addEventListener('wheel', close, { signal, capture: true, passive: true });
  ownerDocument.addEventListener('pointerdown', close, { signal, capture: true });
  ownerDocument.addEventListener('keydown', closeOnEscape, { signal, capture: true });
}

function handleMove(event: Event): void {
  if (event.currentTarget instanceof HTMLElement) openTooltip(event.currentTarget, event);
}

/**
 * Shows the tooltip of the button that the pointer or the focus moved to, if it has one.
 *
 * @param event An event that a shadow root listens to.
 */
export function showTooltip(event: Event): void {
  const button = event.composedPath().find((node) => isButtonOf(event.currentTarget, node));
  if (!button) return;
  if (event.type === 'focusin') {
    openTooltip(button, event);
    return;
  }
  // Moved within the button.
  const isInside = event instanceof MouseEvent && event.relatedTarget instanceof Node;
  // A button may also come to a pointer at rest, such as one of a panel that opens.
  if (!isInside || !button.contains(event.relatedTarget))
    button.addEventListener('pointermove', handleMove, { once: true });
}

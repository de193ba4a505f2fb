const frames =
  window.frameElement?.ownerDocument.querySelectorAll<HTMLIFrameElement>('iframe[id^=iframe--]') ?? [];

/** The frame of this story, if it is one of several on a page of the documentation. */
const frameOnPage = [...frames].find(({ contentWindow }) => contentWindow === window);

/** A story that opens something would take the focus from the page around its frame, and scroll it. */
function leaveFocusToPage(): void {
  const { focus, showPopover } = HTMLElement.prototype;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLElement.prototype.focus = () => undefined;
  // What is inert while it opens does not take the focus.
  HTMLElement.prototype.showPopover = function (options) {
    this.inert = true;
    showPopover.call(this, options);
    this.inert = false;
  };
  HTMLDialogElement.prototype.showModal = function () {
    this.inert = true;
    showModal.call(this);
    this.inert = false;
  };
  const restore = ({ isTrusted }: Event): void => {
    if (!isTrusted) return;
    HTMLElement.prototype.focus = focus;
    HTMLElement.prototype.showPopover = showPopover;
    HTMLDialogElement.prototype.showModal = showModal;
  };
  // As soon as somebody uses the frame, it may have the focus.
  window.addEventListener('pointerdown', restore, { capture: true });
  window.addEventListener('keydown', restore, { capture: true });
}

/** Notifications load when they come into view. In a frame further down the page they would not, and the story would fail. */
function observeWithinFrame(): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, { root: document, ...options });
    }
  };
}

if (frameOnPage) {
  leaveFocusToPage();
  observeWithinFrame();
}

/** @param min the width below which the page scrolls sideways, in CSS pixels */
export function setFrameWidth({ min, isMobile }: { min: number; isMobile: boolean }): void {
  if (!frameOnPage) return;
  if (isMobile) frameOnPage.style.maxInlineSize = '360px';
  frameOnPage.style.minInlineSize = `${min || 0}px`;
  frameOnPage.parentElement?.style.setProperty('overflow-x', 'auto');
}

import * as React from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Notification } from '../api/schemas/notification.js';
import { warnOnce } from '../common/warn.js';
import type { RenderNotification, RenderNotificationOptions } from '../elements/list/custom-cards.js';
import { CardBoundary } from './card-boundary.js';

/** A card in JSX, rendered into an element that the inbox slots into its row. */
interface Card {
  readonly notification: Notification;
  readonly options: RenderNotificationOptions;
  readonly element: Element;
  readonly content: React.ReactNode;
  /** The function that returned the content. */
  readonly source: RenderNotification;
}

type Cards = ReadonlyMap<string, Card>;

const noCards: Cards = new Map();

/** The elements that were created for JSX. */
const containers = new WeakSet<Element>();

/** Whether React renders it. All else, such as text, an element or a Lit template, is left to the inbox. */
function isJsx(value: unknown): value is React.ReactNode {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.some((part) => React.isValidElement(part));
}

/**
 * What a card shows now. A new function, which uses new values of the component around it, is called while React renders, so
 * that controlled fields get their values in time. If it throws or returns no JSX, the inbox replaces the card.
 */
function contentOf(
  { notification, options, content, source }: Card,
  current: RenderNotification,
): React.ReactNode {
  if (source === current) return content;
  try {
    const result: unknown = current(notification, options);
    return isJsx(result) ? result : null;
  } catch {
    return null;
  }
}

/** The cards in JSX of one component, and the function that its element calls for them. */
function useCustomCards(
  renderNotification: RenderNotification | null | undefined,
): [React.ReactNode, RenderNotification | null | undefined] {
  const [cards, setCards] = React.useState(noCards);
  /** Records whose card threw: these get the default card. */
  const [failed, setFailed] = React.useState<ReadonlySet<Notification>>(new Set());
  const changes = React.useRef<((cards: Map<string, Card>) => void)[]>([]);

  const render = React.useMemo(() => {
    if (typeof renderNotification !== 'function') return renderNotification;
    /** All changes of one update together, before the browser paints. */
    const change = (apply: (cards: Map<string, Card>) => void): void => {
      if (changes.current.push(apply) > 1) return;
      queueMicrotask(() => {
        const all = changes.current.splice(0);
        flushSync(() =>
          setCards((before) => {
            const after = new Map(before);
            for (const one of all) one(after);
            return after;
          }),
        );
      });
    };
    return (notification: Notification, options: RenderNotificationOptions): unknown => {
      if (failed.has(notification)) return null;
      const { id } = notification;
      const before = options.previous && containers.has(options.previous) ? options.previous : null;
      const element = before ?? document.createElement('div');
      const remove = (): void =>
        change((after) => {
          if (after.get(id)?.element === element) after.delete(id);
        });
      const content: unknown = renderNotification(notification, options);
      if (!isJsx(content)) {
        if (before) remove();
        return content;
      }
      containers.add(element);
      change((after) =>
        after.set(id, { notification, options, element, content, source: renderNotification }),
      );
      if (!before) options.signal.addEventListener('abort', remove);
      return element;
    };
  }, [renderNotification, failed]);

  const handleError = (error: unknown, notification: Notification): void => {
    warnOnce(`renderNotification threw: ${String(error)}`);
    setFailed((before) => new Set(before).add(notification));
  };
  const portals =
    typeof renderNotification === 'function' &&
    [...cards].map(([id, card]) => {
      const onError = (error: unknown): void => handleError(error, card.notification);
      const children = contentOf(card, renderNotification);
      return createPortal(React.createElement(CardBoundary, { onError, children }), card.element, id);
    });
  return [portals, render];
}

/**
 * Lets `renderNotification` of a component return JSX. It is rendered by portals, so that it has the context of the component,
 * and keeps its state while its notification stays in the list.
 */
export function withCustomCards<
  Element,
  Props extends { renderNotification?: RenderNotification | null | undefined },
>(
  component: React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>>,
): React.ForwardRefExoticComponent<Props & React.RefAttributes<Element>>;
export function withCustomCards(
  component: React.ElementType<{ renderNotification?: RenderNotification | null | undefined }>,
): unknown {
  return React.forwardRef<unknown, { renderNotification?: RenderNotification | null | undefined }>(
    function WithCustomCards(props, ref) {
      const [portals, renderNotification] = useCustomCards(props.renderNotification);
      const own = 'renderNotification' in props ? { ...props, renderNotification, ref } : { ...props, ref };
      return React.createElement(React.Fragment, null, React.createElement(component, own), portals);
    },
  );
}

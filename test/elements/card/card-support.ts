import type { NudgeCard } from '../../../src/elements/card/card.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  renderInbox,
  stubProperty,
} from '../support.js';

/** The media features of a screen that is touched. */
export const touchScreen = ['hover: none', 'any-pointer: coarse'];

/** Renders an inbox of three notifications and returns the card of the first. */
export async function renderFirstCard(payload: object = {}): Promise<NudgeCard> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, () => ({ payload: { title: 'Title', ...payload } }));
  const inbox = await renderInbox(createTestSession(sandbox, { ids }));
  return cards(inbox)[0]!;
}

export const inboxOf = (card: NudgeCard): Element => (card.getRootNode() as ShadowRoot).host;

/** A screen with these media features alone. Returns a function that gives it others. */
export function emulatePointers(...initial: string[]): (...features: string[]) => void {
  let features = initial;
  const media = new EventTarget();
  const { matchMedia } = window;
  stubProperty(window, 'matchMedia', (query) => {
    if (!query.includes('hover')) return matchMedia.call(window, query);
    const list = {
      get matches() {
        return features.some((feature) => query.includes(`(${feature})`));
      },
      addEventListener: media.addEventListener.bind(media),
      removeEventListener: media.removeEventListener.bind(media),
    };
    return list as MediaQueryList;
  });
  return (...changed) => {
    features = changed;
    media.dispatchEvent(new Event('change'));
  };
}

import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { findByRole } from './screen.js';
import { inFrame, storySession } from './support.js';

/**
 * What a card offers where no pointer can hover: a button with a menu instead of the tools, and swipes. Emulate a touch
 * screen in the browser's tools to try them; elsewhere, these stories only show the states.
 */
const meta: Meta = {
  title: 'Elements/Inbox/Touch',
  parameters: inFrame(690),
  globals: { data: 'few' },
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
};
export default meta;

type Context = Parameters<NonNullable<StoryObj['play']>>[0];

async function firstCard({ canvasElement }: Context): Promise<ShadowRoot> {
  await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
  return canvasElement.querySelector('nudge-inbox')!.shadowRoot!.querySelector('nudge-card')!.shadowRoot!;
}

/** Pulls the first card aside, in pixels to the right, and holds it there. */
async function pull(context: Context, distance: number): Promise<void> {
  const title = (await firstCard(context)).querySelector('.title')!;
  const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, bubbles: true, composed: true };
  title.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 0 }));
  title.dispatchEvent(new PointerEvent('pointermove', { ...touch, clientX: distance }));
}

export const Menu: StoryObj = {
  // The button for the menu, also where a pointer can hover.
  beforeEach: () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => matchMedia.call(window, query.includes('any-pointer') ? 'all' : query);
    return () => void (window.matchMedia = matchMedia);
  },
  play: async (context) => {
    (await firstCard(context)).querySelector<HTMLElement>('.more-button')!.click();
    await findByRole(context.canvasElement, 'dialog', { name: 'More actions' });
  },
};

export const SwipeBegun: StoryObj = { name: 'Swipe begun', play: (context) => pull(context, 70) };

export const SwipeToRead: StoryObj = { name: 'Swipe to mark as read', play: (context) => pull(context, 170) };

export const SwipeToDismiss: StoryObj = { name: 'Swipe to dismiss', play: (context) => pull(context, -170) };

export const SwipeToDismissDark: StoryObj = {
  ...SwipeToDismiss,
  name: 'Swipe to dismiss: dark',
  globals: { theme: 'dark', data: 'few' },
};

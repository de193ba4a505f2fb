import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeBell } from '../src/index.js';
import { allByRole, findByRole } from './screen.js';
import { storySession } from './support.js';

interface Arguments {
  open: boolean;
  badge: NudgeBell['badge'];
}

/** What a customer does with a bell, step by step. See the “Interactions” panel. */
const meta: Meta<Arguments> = {
  title: 'Elements/Bell/Interactions',
  tags: ['!autodocs'],
  args: { open: false, badge: 'unseen' },
  render: ({ open, badge }, { globals }) =>
    html`<nudge-bell .open=${open} .badge=${badge} .session=${storySession({}, globals)}></nudge-bell>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const openPanel: NonNullable<Story['play']> = async ({ args, canvasElement, userEvent }) => {
  const name = `Notifications, 7 ${args.badge === 'unread' ? 'unread' : 'new'}`;
  await userEvent.click(await findByRole(canvasElement, 'button', { name }));
  await findByRole(canvasElement, 'button', { name: 'Close' });
};

/** The host controls the `open` property. */
export const InitiallyOpen: Story = {
  name: 'Opened by the page',
  args: { open: true },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};

export const ClosedByEscape: Story = {
  name: 'Closed by Escape',
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await userEvent.keyboard('{Escape}');
    const bell = canvasElement.querySelector('nudge-bell')!;
    await waitFor(() => expect(bell.open).toBe(false));
    await expect(bell.shadowRoot!.activeElement).toHaveAttribute('aria-expanded', 'false');
  },
};

/** A press on a notification marks it as read, and a badge that counts what is unread decreases. */
export const NotificationRead: Story = {
  name: 'Notification read',
  args: { badge: 'unread' },
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    await userEvent.click(
      await findByRole(canvasElement, 'link', { name: /Your parcel is out for delivery/ }),
    );
    const bell = canvasElement.querySelector('nudge-bell')!.shadowRoot!;
    await waitFor(() => expect(bell.querySelector('[part=badge]')).toHaveTextContent('6'));
  },
};

export const PreferencesOpenedAndClosed: Story = {
  name: 'Preferences opened and closed',
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Preferences' }));
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Back' }));
    await waitFor(() => expect(allByRole(canvasElement, 'switch')).toHaveLength(0));
  },
};

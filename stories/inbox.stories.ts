import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeInbox } from '../src/index.js';
import ElementPage from './docs/element-page.mdx';
import { findByRole, textOf } from './screen.js';
import { createService, storySession, type ServiceOptions } from './support.js';

interface Arguments {
  heading: string;
  filter: NudgeInbox['filter'];
  view: NudgeInbox['view'];
  readOnView: boolean;
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Inbox',
  component: 'nudge-inbox',
  args: { heading: '', filter: 'all', view: 'inbox', readOnView: false, service: {} },
  argTypes: { service: { table: { disable: true } } },
  parameters: {
    controls: { include: ['heading', 'filter', 'view', 'readOnView'] },
    docs: { page: ElementPage },
  },
  render: ({ heading, filter, view, readOnView, service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .heading=${heading || null}
      .filter=${filter}
      .view=${view}
      .readOnView=${readOnView}
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const showsText =
  (text: string, timeout = 1000): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await waitFor(() => expect(textOf(canvasElement)).toContain(text), { timeout });
  };

function goOffline(): void {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  window.dispatchEvent(new Event('offline'));
}

function goOnline(): void {
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
}

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
  },
};

export const Dark: Story = { globals: { theme: 'dark' }, ...Default };

export const RightToLeft: Story = { globals: { language: 'ar' } };

export const German: Story = { globals: { language: 'de' }, play: showsText('Benachrichtigungen') };

export const UnreadFilter: Story = { args: { filter: 'unread' } };

export const UnreadFilterEmpty: Story = {
  args: { filter: 'unread' },
  globals: { data: 'empty' },
  play: showsText('No unread notifications.'),
};

export const Empty: Story = { globals: { data: 'empty' }, play: showsText('You’re all caught up') };

/** While more may be unread than those that are loaded, the filter shows a dot instead of their number. */
export const ManyNotifications: Story = {
  globals: { data: 'many' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    const filter = await findByRole(canvasElement, 'button', { name: 'Unread' });
    await expect(filter.querySelector('.count')).toBeEmptyDOMElement();
  },
};

export const ExtremeContent: Story = { globals: { data: 'extreme' } };

/** The source of the host is loading the ids. */
export const Loading: Story = {
  args: { service: { source: { load: () => new Promise(() => undefined) } } },
  globals: { data: 'empty' },
};

/** The ids are known, and their records are loading. */
export const LoadingRecords: Story = { globals: { latency: 'never' } };

export const SignedOut: Story = {
  globals: { failures: 'signed-out' },
  play: showsText('sign in again'),
};

export const SourceFailed: Story = {
  args: { service: { source: { load: () => Promise.reject(new Error('down')) } } },
  globals: { data: 'empty' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Try again' });
  },
};

/** The inbox tries again by itself. */
export const ServiceDown: Story = {
  globals: { failures: 'down' },
  play: showsText('Can’t connect. Trying again…'),
};

/** After several attempts in a row the pauses grow, and the customer can try again at once. */
export const Unreachable: Story = {
  globals: { failures: 'unreachable' },
  play: showsText('Can’t load your notifications right now.', 10_000),
};

/** The loaded notifications stay visible below a message. */
export const Offline: Story = {
  tags: ['!autodocs'],
  beforeEach: () => goOnline,
  play: async (context) => {
    await findByRole(context.canvasElement, 'article', { name: /Your parcel is out for delivery/ });
    goOffline();
    await showsText('You’re offline. Showing what’s already loaded.')(context);
  },
};

export const OfflineEmpty: Story = {
  tags: ['!autodocs'],
  globals: { failures: 'unreachable' },
  beforeEach: () => {
    goOffline();
    return goOnline;
  },
  play: showsText('Your notifications will appear when you’re back online.'),
};

export const SomeFail: Story = {
  args: { service: { unknownIds: ['nowhere'] } },
  globals: { failures: 'some', data: 'few' },
  play: async (context) => {
    await showsText('Couldn’t load this notification.')(context);
    await showsText('This notification is no longer available.')(context);
  },
};

export const PreferencesView: Story = {
  args: { view: 'preferences' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
  },
};

/** Arrivals wait behind a button below the list while the customer uses it. */
export const PendingArrivals: Story = {
  render: ({ service }, { globals }) => {
    const { sandbox, session } = createService(service, globals);
    const addNotification = (): void => session.notifications.add([sandbox.addNotification().id]);
    return html`<nudge-inbox
        style="inline-size: min(400px, 100%); max-block-size: 560px"
        .session=${session}
      ></nudge-inbox>
      <p><button @click=${addNotification}>Add a notification</button></p>`;
  },
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'article', { name: /out for delivery/ })).focus();
    // A pointer would move the focus.
    (await findByRole(canvasElement, 'button', { name: 'Add a notification' })).click();
    await findByRole(canvasElement, 'button', { name: '1 new notification' });
  },
};

export const PendingArrivalsShown: Story = {
  ...PendingArrivals,
  play: async (context) => {
    await PendingArrivals.play?.(context);
    const { canvasElement, userEvent } = context;
    await userEvent.click(await findByRole(canvasElement, 'button', { name: '1 new notification' }));
    const article = await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel was delivered' });
    await waitFor(() => expect(article.matches(':focus')).toBe(true));
  },
};

export const CustomMessagesAndSlots: Story = {
  render: ({ service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .session=${storySession(service, globals)}
      .messages=${{ unread: 'New', markAllRead: 'Mark all as seen' }}
    >
      <span slot="header">What’s new</span>
      <p slot="empty" style="margin: 0; padding: 48px 16px; text-align: center">
        Nothing yet. <a href="#shop">Browse the shop</a>.
      </p>
      <p slot="footer" style="margin: 0; padding: 12px 16px"><a href="#all">All notifications</a></p>
    </nudge-inbox>`,
};

export const CustomMessagesAndSlotsEmpty: Story = { ...CustomMessagesAndSlots, globals: { data: 'empty' } };

export const Narrow: Story = {
  render: ({ service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: 272px; max-block-size: 640px"
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
};

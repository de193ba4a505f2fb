import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NotificationSource, NudgeInbox } from '../src/index.js';
import { renderInboxWithArrivals, scrollDown } from './arrivals.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole, findPart, textOf } from './screen.js';
import { createService, inFrame, storySession, type ServiceOptions, type StoryService } from './support.js';

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
  (text: string, timeout = 5000): NonNullable<Story['play']> =>
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

/** The parts that `selectable`, `shortcuts` and `layout` add. */
const elsewhere = {
  selection: 'Interactions: Selected',
  shortcuts: 'Interactions: Shortcuts listed',
  search: 'Interactions: Full page',
  detail: 'Interactions: Full page',
};

/** The notifications have parts of their own, and so have the preferences. */
export const Anatomy: Story = {
  parameters: inFrame(1100, 720),
  globals: { data: 'reference' },
  beforeEach: () => {
    // The line with the undo button would hide itself.
    const { setTimeout } = window;
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === 20_000 ? 0 : setTimeout(run, delay)) as typeof setTimeout;
    return () => void (window.setTimeout = setTimeout);
  },
  loaders: [
    ({ globals }) => {
      let loads = 0;
      // It fails when it is refreshed.
      const source: NotificationSource = {
        load: () =>
          (loads += 1) === 1 ? Promise.resolve({ references: [] }) : Promise.reject(new Error('down')),
      };
      return createService({ source, unknownIds: ['nowhere'] }, globals);
    },
  ],
  render: (_, { globals, loaded }) =>
    html`<part-figure tag="nudge-inbox" .elsewhere=${elsewhere}>
      <nudge-inbox style="max-block-size: 560px" .session=${(loaded as StoryService).session}></nudge-inbox>
      <nudge-inbox
        .tabs=${[{ id: 'all', label: 'All' }]}
        .session=${storySession({}, { ...globals, data: 'empty' })}
      ></nudge-inbox>
    </part-figure>`,
  play: async ({ canvasElement, loaded, userEvent }) => {
    const { sandbox, session } = loaded as StoryService;
    await scrollDown(canvasElement);
    session.notifications.add([sandbox.addNotification().id]);
    // At the top, an inbox that the browser has not reported as shown yet would show it at once.
    await findByRole(canvasElement, 'button', { name: '1 new notification' });
    findPart(canvasElement, 'list')!.scrollTop = 0;
    await session.notifications.refresh();
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Mark all as read' }));
    await markParts(canvasElement);
  },
};

export const Dark: Story = { globals: { theme: 'dark' }, ...Default };

export const RightToLeft: Story = { name: 'Right-to-left', globals: { language: 'ar' } };

export const German: Story = { globals: { language: 'de' }, play: showsText('Benachrichtigungen') };

export const UnreadFilter: Story = { name: 'Unread filter', args: { filter: 'unread' } };

export const UnreadFilterEmpty: Story = {
  name: 'Unread filter: empty',
  args: { filter: 'unread' },
  globals: { data: 'empty' },
  play: showsText('No unread notifications.'),
};

/** What the customer has dismissed, each with a button that restores it. */
export const DismissedFilter: Story = {
  name: 'Dismissed filter',
  loaders: [
    ({ globals }) => {
      const service = createService({}, globals);
      service.session.notifications.dismiss(service.sandbox.notificationIds().slice(0, 4));
      return service;
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      filter="dismissed"
      .session=${(loaded as StoryService).session}
    ></nudge-inbox>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /Your parcel is out for delivery/ });
  },
};

export const DismissedFilterEmpty: Story = {
  name: 'Dismissed filter: empty',
  args: { filter: 'dismissed' },
  play: showsText('Nothing has been dismissed.'),
};

/** What the customer has snoozed, with when it comes back. */
export const SnoozedFilter: Story = {
  name: 'Snoozed filter',
  loaders: [
    async ({ globals }) => {
      const service = createService({}, globals);
      const until = new Date(Date.now() + 20 * 3_600_000);
      await service.session.notifications.snooze(service.sandbox.notificationIds().slice(0, 3), until);
      return service;
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      filter="snoozed"
      snooze
      .session=${(loaded as StoryService).session}
    ></nudge-inbox>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /Your parcel is out for delivery/ });
  },
};

/** Clears what is read, and leads to what was dismissed or snoozed. */
export const Menu: Story = {
  parameters: inFrame(680),
  play: async ({ canvasElement, userEvent }) => {
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    await userEvent.click(findPart(canvasElement, 'filters')!.querySelector('.panel-menu-button')!);
    await findByRole(canvasElement, 'button', { name: 'Clear read' });
  },
};

const tabs: NudgeInbox['tabs'] = [
  { id: 'all', label: 'All' },
  { id: 'orders', label: 'Orders', tags: ['Delivery', 'Delivered', 'Return'] },
  { id: 'money', label: 'Money', tags: ['Paid', 'Refund', 'Return'] },
];

const renderTabs =
  (tab: string): NonNullable<Story['render']> =>
  ({ service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .tabs=${tabs}
      .tab=${tab}
      .session=${storySession(service, globals)}
    ></nudge-inbox>`;

/** The page divides the list by the tags of the notifications. */
export const Tabs: Story = {
  render: renderTabs('orders'),
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    const tab = await findByRole(canvasElement, 'tab', { name: /^Orders/ });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  },
};

/** More than fit in a row: the row scrolls. */
export const TabsNarrow: Story = {
  name: 'Tabs: mobile',
  globals: { language: 'ar' },
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: 320px; max-block-size: 640px"
      .tabs=${['الكل', 'الطلبات', 'المدفوعات', 'الأسئلة', 'العروض', 'أخرى'].map((label, index) => ({ id: `${index}`, label }))}
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
};

const welcome = { id: 'welcome', isRead: true, record: { id: 'welcome', payload: { title: 'Welcome' } } };

const neverLoads: ServiceOptions = {
  source: {
    load: ({ cursor }) =>
      cursor ? new Promise(() => undefined) : Promise.resolve({ references: [welcome], nextCursor: 'older' }),
  },
};

/** Some of the older notifications may belong to the tab. */
export const TabsLoading: Story = {
  name: 'Tabs: loading older ones',
  args: { service: neverLoads },
  globals: { data: 'few' },
  render: renderTabs('money'),
  play: showsText('Loading older notifications…'),
};

export const Empty: Story = { globals: { data: 'empty' }, play: showsText('You’re all caught up') };

/** While more may be unread than those that are loaded, the filter shows a dot instead of their number. */
export const ManyNotifications: Story = {
  name: 'Many notifications',
  globals: { data: 'many' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    const filter = await findByRole(canvasElement, 'button', { name: 'Unread' });
    await expect(filter.querySelector('.count')).toBeEmptyDOMElement();
  },
};

export const ExtremeContent: Story = { name: 'Extreme content', globals: { data: 'extreme' } };

/** The source of the host is loading the ids. */
export const Loading: Story = {
  name: 'Loading: list',
  args: { service: { source: { load: () => new Promise(() => undefined) } } },
  globals: { data: 'empty' },
};

/** The ids are known, and their records are loading. */
export const LoadingRecords: Story = { name: 'Loading: notifications', globals: { latency: 'never' } };

export const SignedOut: Story = {
  name: 'Signed out',
  globals: { failures: 'signed-out' },
  play: showsText('Sign in to see'),
};

/** The page offers a way to sign in, by the slot `signed-out`. */
export const SignedOutSlot: Story = {
  ...SignedOut,
  name: 'Signed out: own text',
  render: ({ service }, { globals }) =>
    html`<nudge-inbox style="inline-size: min(400px, 100%)" .session=${storySession(service, globals)}
      ><p slot="signed-out"><a href="#sign-in">Sign in</a> to see what is new.</p></nudge-inbox
    >`,
  play: showsText('Sign in to see'),
};

export const SourceFailed: Story = {
  name: 'Error: list',
  args: { service: { source: { load: () => Promise.reject(new Error('down')) } } },
  globals: { data: 'empty' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Try again' });
  },
};

/** The inbox tries again by itself. */
export const ServiceDown: Story = {
  name: 'Error: trying again',
  globals: { failures: 'down' },
  play: showsText('Can’t connect. Trying again…'),
};

/** After several attempts in a row the pauses grow, and the customer can try again at once. */
export const Unreachable: Story = {
  name: 'Error: no connection',
  globals: { failures: 'unreachable' },
  play: showsText('Can’t load your notifications right now.', 10_000),
};

/** The loaded notifications stay visible below a message. */
export const Offline: Story = {
  parameters: inFrame(720),
  beforeEach: () => goOnline,
  play: async (context) => {
    await findByRole(context.canvasElement, 'article', { name: /Your parcel is out for delivery/ });
    goOffline();
    await showsText('You’re offline. Showing what’s already loaded.')(context);
  },
};

export const OfflineEmpty: Story = {
  name: 'Offline: empty',
  parameters: inFrame(420),
  globals: { failures: 'unreachable' },
  beforeEach: () => {
    goOffline();
    return goOnline;
  },
  play: showsText('Your notifications will appear when you’re back online.'),
};

export const SomeFail: Story = {
  name: 'Error: some notifications',
  args: { service: { unknownIds: ['nowhere'] } },
  globals: { failures: 'some', data: 'few' },
  play: async (context) => {
    await showsText('Couldn’t load this notification.')(context);
    await showsText('This notification is no longer available.')(context);
  },
};

export const PreferencesView: Story = {
  name: 'Preferences',
  args: { view: 'preferences' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
  },
};

/** Arrivals wait behind a button below the list while the customer uses it. */
export const PendingArrivals: Story = {
  name: 'New notifications waiting',
  parameters: inFrame(680),
  render: (_, { globals }) => renderInboxWithArrivals(globals),
  play: async ({ canvasElement, userEvent }) => {
    await scrollDown(canvasElement);
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Add a notification' }));
    await findByRole(canvasElement, 'button', { name: '1 new notification' });
  },
};

export const CustomMessagesAndSlots: Story = {
  name: 'Custom texts and slots',
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

export const CustomMessagesAndSlotsEmpty: Story = {
  ...CustomMessagesAndSlots,
  name: 'Custom texts and slots: empty',
  globals: { data: 'empty' },
};

export const Narrow: Story = {
  name: 'Mobile',
  render: ({ service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: 272px; max-block-size: 640px"
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
};

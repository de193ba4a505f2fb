import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NotificationSource, NudgeInbox } from '../src/index.js';
import { renderInboxWithArrivals, scrollDown } from './arrivals.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole, findPart, hoverAll, textOf } from './screen.js';
import { createService, inFrame, storySession, type ServiceOptions, type StoryService } from './support.js';

interface Arguments {
  heading: string;
  filter: NudgeInbox['filter'];
  view: NudgeInbox['view'];
  readOnView: boolean;
  avatars: NudgeInbox['avatars'];
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Inbox',
  component: 'nudge-inbox',
  args: { heading: '', filter: 'all', view: 'inbox', readOnView: false, avatars: 'shown', service: {} },
  argTypes: { service: { table: { disable: true } } },
  parameters: {
    controls: { include: ['heading', 'filter', 'view', 'readOnView', 'avatars'] },
    docs: { page: ElementPage },
  },
  render: ({ heading, filter, view, readOnView, avatars, service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .heading=${heading || null}
      .filter=${filter}
      .view=${view}
      .readOnView=${readOnView}
      .avatars=${avatars}
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};
export default meta;

type Story = StoryObj<Arguments>;

const showsText =
  (text: string): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await waitFor(() => expect(textOf(canvasElement)).toContain(text));
  };

function goOffline(): void {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  window.dispatchEvent(new Event('offline'));
}

function goOnline(): void {
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
}

export const Default: Story = {};

/** Also the column of the avatars is gone. */
export const WithoutAvatars: Story = { args: { avatars: 'none' } };

/** The parts that `selectable`, `shortcuts`, `layout` and your own cards add. */
const elsewhere = {
  pinned: 'Important and pinned',
  'row-menu': 'Pages: Custom cards',
  selection: 'In use: Selected',
  shortcuts: 'In use: Shortcuts listed',
  search: 'Full page: Notification shown',
  detail: 'Full page: Notification shown',
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

export const Dark: Story = { globals: { theme: 'dark', data: 'few' } };

export const RightToLeft: Story = {
  name: 'Right-to-left',
  globals: { language: 'ar', data: 'few' },
};

/** Its texts are among the longest. */
export const German: Story = { globals: { language: 'de', data: 'few' } };

/** Everything that a pointer can be over looks as if it were. */
export const Hovered: Story = {
  globals: { data: 'few' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /Amelia sent two photos/ });
    hoverAll(canvasElement);
  },
};

export const HoveredDark: Story = {
  ...Hovered,
  name: 'Hovered: dark',
  globals: { theme: 'dark', data: 'few' },
};

/** Each state that shows no notifications. */
const states: readonly [state: string, service: ServiceOptions, toolbars: Record<string, string>][] = [
  ['Empty', {}, { data: 'empty' }],
  ['Loading', {}, { latency: 'never' }],
  ['Error', { source: { load: () => Promise.reject(new Error('down')) } }, { data: 'empty' }],
  ['Signed out', {}, { failures: 'signed-out' }],
  ['Preferences', {}, {}],
];

/** The headings name the states. */
export const StatesDark: Story = {
  name: 'Each state: dark',
  parameters: inFrame(1100, 720),
  globals: { theme: 'dark', data: 'few' },
  render: (_, { globals }) =>
    html`<div
      style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); align-items: start; gap: 16px"
    >
      ${states.map(
        ([state, service, toolbars]) =>
          html`<nudge-inbox
            .heading=${state}
            .view=${state === 'Preferences' ? 'preferences' : 'inbox'}
            .session=${storySession(service, { ...globals, ...toolbars })}
          ></nudge-inbox>`,
      )}
    </div>`,
  play: async ({ canvasElement }) => {
    const [empty, , failed, signedOut, preferences] = canvasElement.querySelectorAll('nudge-inbox');
    for (const inbox of [empty!, failed!, signedOut!])
      await waitFor(() => expect(findPart(inbox.shadowRoot!, 'empty')).toBeDefined());
    await findByRole(preferences!.shadowRoot!, 'switch');
  },
};

export const StatesRightToLeft: Story = {
  ...StatesDark,
  name: 'Each state: right-to-left',
  globals: { language: 'ar', data: 'few' },
};

export const UnreadFilter: Story = {
  name: 'Unread filter',
  args: { filter: 'unread' },
  globals: { data: 'few' },
};

export const UnreadFilterDark: Story = {
  ...UnreadFilter,
  name: 'Unread filter: dark',
  globals: { theme: 'dark', data: 'few' },
};

export const UnreadFilterRightToLeft: Story = {
  ...UnreadFilter,
  name: 'Unread filter: right-to-left',
  globals: { direction: 'rtl', data: 'few' },
};

export const UnreadFilterEmpty: Story = {
  name: 'Unread filter: empty',
  args: { filter: 'unread' },
  globals: { data: 'empty' },
  play: showsText('No unread notifications.'),
};

/** What the customer has dismissed, each with a button that restores it. */
export const DismissedFilter: Story = {
  name: 'Dismissed filter',
  globals: { data: 'few' },
  loaders: [
    ({ globals }) => {
      const service = createService({}, globals);
      service.session.notifications.dismiss(service.sandbox.notificationIds().slice(0, 3));
      return service;
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      filter="dismissed"
      .session=${(loaded as StoryService).session}
    ></nudge-inbox>`,
};

/** With `removable`, what is dismissed can be deleted for good. */
export const DeleteForGood: Story = {
  name: 'Dismissed filter: delete for good',
  parameters: inFrame(560),
  globals: { data: 'few' },
  loaders: [
    ({ globals }) => {
      const source = { remove: () => Promise.resolve() };
      const service = createService({ source }, globals);
      service.session.notifications.dismiss(service.sandbox.notificationIds().slice(0, 1));
      return service;
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      filter="dismissed"
      removable
      .session=${(loaded as StoryService).session}
    ></nudge-inbox>`,
  play: async ({ canvasElement, userEvent }) => {
    (await findByRole(canvasElement, 'button', { name: 'Delete for good…' })).focus();
    await userEvent.keyboard('{Enter}');
    await findByRole(canvasElement, 'dialog', { name: 'Delete for good' });
  },
};

/** What the customer has snoozed, with when it comes back. */
export const SnoozedFilter: Story = {
  name: 'Snoozed filter',
  globals: { data: 'few' },
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
};

/** Clears what is read, and leads to what was dismissed or snoozed. */
export const Menu: Story = {
  parameters: inFrame(680),
  play: async ({ canvasElement, userEvent }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
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
export const Tabs: Story = { globals: { data: 'few' }, render: renderTabs('orders') };

/** More than fit in a row: the row scrolls. */
export const TabsNarrow: Story = {
  name: 'Tabs: mobile',
  globals: { language: 'ar', data: 'few' },
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

export const ExtremeContent: Story = {
  name: 'Extreme content',
  globals: { data: 'extreme' },
  play: showsText('The only valid tag'),
};

/** The source of the host is loading the ids. */
export const Loading: Story = {
  name: 'Loading: list',
  args: { service: { source: { load: () => new Promise(() => undefined) } } },
  globals: { data: 'empty' },
  play: showsText('Loading notifications…'),
};

/** The ids are known, and their records are loading. */
export const LoadingRecords: Story = {
  name: 'Loading: notifications',
  globals: { latency: 'never' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: 'Loading notifications…' });
  },
};

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
  play: showsText('Can’t load your notifications right now.'),
};

/** The inbox tries again by itself. */
export const ServiceDown: Story = {
  name: 'Error: trying again',
  globals: { failures: 'down' },
  play: showsText('Can’t connect. Trying again…'),
};

/** The source has lost its connection, and connects again by itself. */
export const Reconnecting: Story = {
  name: 'Error: connection lost',
  args: {
    service: {
      source: {
        subscribe: (_, { setConnected }) => {
          setConnected?.(false);
          return undefined;
        },
      },
    },
  },
  globals: { data: 'few' },
  play: showsText('Reconnecting… New notifications may be delayed.'),
};

/** For five seconds. */
export const Reconnected: Story = {
  name: 'Error: connected again',
  args: {
    service: {
      source: {
        subscribe: (_, { setConnected }) => {
          setConnected?.(false);
          addEventListener('story-reconnect', () => setConnected?.(true), { once: true });
        },
      },
    },
  },
  globals: { data: 'few' },
  play: async (context) => {
    await showsText('Reconnecting…')(context);
    dispatchEvent(new Event('story-reconnect'));
    await showsText('Connected again.')(context);
  },
};

/** A list that fails while the browser says that there is no network. */
const lostSource: NotificationSource = {
  load: () =>
    navigator.onLine
      ? Promise.resolve({ references: [] })
      : Promise.reject(new TypeError('There is no network.')),
};

/** The loaded notifications stay where they are, above a message. */
export const Offline: Story = {
  parameters: inFrame(720),
  args: { service: { source: lostSource } },
  globals: { data: 'few' },
  beforeEach: () => goOnline,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    goOffline();
    await waitFor(() => expect(findPart(canvasElement, 'notice')).toBeDefined());
  },
};

export const OfflineDark: Story = {
  ...Offline,
  name: 'Offline: dark',
  globals: { theme: 'dark', data: 'few' },
};

export const OfflineRightToLeft: Story = {
  ...Offline,
  name: 'Offline: right-to-left',
  globals: { language: 'ar', data: 'few' },
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
  globals: { data: 'few' },
  render: (_, { globals }) => renderInboxWithArrivals(globals),
  play: async ({ canvasElement, userEvent }) => {
    await scrollDown(canvasElement);
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Add a notification' }));
    await findByRole(canvasElement, 'button', { name: '1 new notification' });
  },
};

export const PendingArrivalsDark: Story = {
  ...PendingArrivals,
  name: 'New notifications waiting: dark',
  globals: { theme: 'dark', data: 'few' },
};

export const PendingArrivalsRightToLeft: Story = {
  ...PendingArrivals,
  name: 'New notifications waiting: right-to-left',
  globals: { direction: 'rtl', data: 'few' },
};

/** The service does not say when they were created: they stand without headings. */
export const WithoutDates: Story = {
  name: 'Without dates',
  globals: { data: 'empty' },
  args: {
    service: {
      prepare: (sandbox) => {
        for (const title of ['Your parcel is out for delivery', 'Amelia sent two photos'])
          sandbox.addNotification({ createdDate: null, payload: { title } });
      },
    },
  },
};

export const CustomMessagesAndSlots: Story = {
  name: 'Custom texts and slots',
  globals: { data: 'few' },
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
  play: showsText('Nothing yet.'),
};

export const Narrow: Story = {
  name: 'Mobile',
  globals: { data: 'few' },
  render: ({ service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: 272px; max-block-size: 640px"
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
};

/** Another device has answered first, which the card shows and says. */
export const AnsweredElsewhere: Story = {
  args: {
    service: {
      source: {
        load: () => Promise.resolve({ references: [], answers: ['leave-with-neighbour'] }),
        setAnswer: () =>
          Promise.resolve({
            action: 'primary',
            text: 'Collected at the depot',
            date: new Date().toISOString(),
          }),
      },
    },
  },
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Leave with a neighbour' })).click();
    await waitFor(() => expect(textOf(canvasElement)).toContain('Already decided elsewhere'));
  },
};

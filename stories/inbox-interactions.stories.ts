import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { renderInboxWithArrivals, scrollDown } from './arrivals.js';
import { allByRole, findByRole, textOf } from './screen.js';
import { inFrame, storySession } from './support.js';

/** What a customer does in an inbox, step by step. See the “Interactions” panel. */
const meta: Meta = {
  title: 'Elements/Inbox/Interactions',
  tags: ['!autodocs'],
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
};
export default meta;

type Play = NonNullable<StoryObj['play']>;

const parcel = 'Your parcel is out for delivery';
const unreadParcel = { name: `Unread: ${parcel}` };

const press = async (
  { canvasElement, userEvent }: Parameters<Play>[0],
  name: string | RegExp,
): Promise<void> => userEvent.click(await findByRole(canvasElement, 'button', { name }));

/** The tools of a card are hidden from a pointer that does not hover. */
const pressByKey = async ({ canvasElement, userEvent }: Parameters<Play>[0], name: string): Promise<void> => {
  (await findByRole(canvasElement, 'button', { name })).focus();
  await userEvent.keyboard('{Enter}');
};

export const NotificationOpened: StoryObj = {
  name: 'Notification opened',
  play: async ({ canvasElement, userEvent }) => {
    await findByRole(canvasElement, 'article', unreadParcel);
    await userEvent.click(await findByRole(canvasElement, 'link', { name: `Unread: ${parcel}` }));
    await findByRole(canvasElement, 'article', { name: parcel });
  },
};

/** By `reveal()`, as a link with `#notification=<id>` does. */
export const Revealed: StoryObj = {
  name: 'Notification revealed',
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', unreadParcel);
    const inbox = canvasElement.querySelector('nudge-inbox')!;
    const items = inbox.session!.notifications.state.items;
    await inbox.reveal(items[12]!.id);
    await waitFor(() => expect(inbox.shadowRoot!.activeElement?.getAttribute('role')).toBe('article'));
  },
};

/** An id that does not exist, or belongs to another customer. */
export const RevealedMissing: StoryObj = {
  name: 'Notification revealed, not available',
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', unreadParcel);
    await canvasElement.querySelector('nudge-inbox')!.reveal('unknown');
    await waitFor(() => expect(textOf(canvasElement)).toContain('no longer available'));
  },
};

export const MarkedReadAndUnread: StoryObj = {
  name: 'Marked as read and unread',
  play: async (context) => {
    const article = await findByRole(context.canvasElement, 'article', unreadParcel);
    await pressByKey(context, 'Mark as read');
    await waitFor(() => expect(article.ariaLabel).toBe(parcel));
    await pressByKey(context, 'Mark as unread');
    await waitFor(() => expect(article.ariaLabel).toBe(`Unread: ${parcel}`));
  },
};

export const AllMarkedRead: StoryObj = {
  name: 'All marked as read',
  play: async (context) => {
    const { canvasElement } = context;
    await findByRole(canvasElement, 'article', unreadParcel);
    await press(context, 'Mark all as read');
    await waitFor(() => expect(textOf(canvasElement)).toContain('All marked as read'));
    await expect(allByRole(canvasElement, 'article', { name: /^Unread/ })).toHaveLength(0);
  },
};

export const MarkAllReadUndone: StoryObj = {
  name: 'All marked as read, undone',
  play: async (context) => {
    await AllMarkedRead.play?.(context);
    await press(context, 'Undo');
    await findByRole(context.canvasElement, 'article', unreadParcel);
  },
};

export const Dismissed: StoryObj = {
  play: async ({ canvasElement, userEvent }) => {
    (await findByRole(canvasElement, 'article', unreadParcel)).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(allByRole(canvasElement, 'article', unreadParcel)).toHaveLength(0));
    await waitFor(() => expect(textOf(canvasElement)).toContain('Dismissed'));
  },
};

export const DismissUndone: StoryObj = {
  name: 'Dismissed, undone',
  play: async (context) => {
    await Dismissed.play?.(context);
    await press(context, 'Undo');
    const article = await findByRole(context.canvasElement, 'article', unreadParcel);
    await waitFor(() => expect(article.matches(':focus')).toBe(true));
  },
};

/** Several dismissals in a row have one undo. */
export const SeveralDismissed: StoryObj = {
  name: 'Several dismissed',
  play: async (context) => {
    await Dismissed.play?.(context);
    await context.userEvent.keyboard('{Delete}');
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('2 dismissed'));
  },
};

export const SeveralDismissedUndone: StoryObj = {
  name: 'Several dismissed, undone',
  play: async (context) => {
    await SeveralDismissed.play?.(context);
    await press(context, 'Undo');
    for (const name of [unreadParcel.name, /answered your question/])
      await findByRole(context.canvasElement, 'article', { name });
  },
};

export const UnreadFilter: StoryObj = {
  name: 'Filtered by unread',
  play: async (context) => {
    const { canvasElement } = context;
    await findByRole(canvasElement, 'article', { name: 'We close at four on Friday' });
    await press(context, 'Unread 7');
    await waitFor(() => expect(allByRole(canvasElement, 'article')).toHaveLength(7));
  },
};

export const TagFilter: StoryObj = {
  name: 'Filtered by tag',
  play: async (context) => {
    const { canvasElement } = context;
    await press(context, 'Show only 3 answers');
    await waitFor(() => expect(allByRole(canvasElement, 'article')).toHaveLength(1));
    await press(context, 'Remove filter 3 answers');
    await findByRole(canvasElement, 'article', unreadParcel);
  },
};

export const RetrySucceeded: StoryObj = {
  name: 'Error, then success',
  globals: { failures: 'some', data: 'few' },
  play: async (context) => {
    const { canvasElement } = context;
    await press(context, 'Try again');
    await findByRole(canvasElement, 'article', { name: /answered your question/ });
    await expect(textOf(canvasElement)).not.toContain('Couldn’t load this notification.');
  },
};

export const LanguageChanged: StoryObj = {
  name: 'Language changed',
  play: async ({ canvasElement }) => {
    const inbox = canvasElement.querySelector('nudge-inbox')!;
    await findByRole(canvasElement, 'heading', { name: 'Notifications' });
    inbox.lang = 'de';
    await findByRole(canvasElement, 'button', { name: 'Alle als gelesen markieren' });
    inbox.lang = '';
  },
};

export const ArrivalsShown: StoryObj = {
  name: 'New notifications shown',
  render: (_, { globals }) => renderInboxWithArrivals(globals),
  play: async (context) => {
    const { canvasElement } = context;
    await scrollDown(canvasElement);
    await press(context, 'Add a notification');
    await press(context, '1 new notification');
    const name = 'Unread: Your parcel was delivered';
    const article = await findByRole(canvasElement, 'article', { name });
    await waitFor(() => expect(article.matches(':focus')).toBe(true));
  },
};

/** With `sound`, `desktop` or `quiet-menu`, arrivals can be held for a time. */
export const Quiet: StoryObj = {
  name: 'Quiet for an hour',
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      quiet-menu
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
  play: async (context) => {
    await findByRole(context.canvasElement, 'article', unreadParcel);
    await press(context, 'More actions');
    await press(context, 'Quiet');
    await press(context, 'For an hour');
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('Quiet until'));
  },
};

/** With `snooze`, a notification can be put off. */
export const Snoozed: StoryObj = {
  name: 'Snoozed until tomorrow',
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      snooze
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
  play: async (context) => {
    const { canvasElement } = context;
    await findByRole(canvasElement, 'article', unreadParcel);
    await pressByKey(context, 'Snooze…');
    await press(context, /^Tomorrow/);
    await waitFor(() => expect(textOf(canvasElement)).toContain('Snoozed until tomorrow'));
    await waitFor(() => expect(textOf(canvasElement)).not.toContain(parcel));
  },
};

/** Before the browser is asked for its permission. */
export const DesktopExplained: StoryObj = {
  name: 'Desktop notifications explained',
  render: (_, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      desktop
      .session=${storySession({}, globals)}
    ></nudge-inbox>`,
  play: async (context) => {
    await findByRole(context.canvasElement, 'article', unreadParcel);
    await press(context, 'More actions');
    await press(context, 'Desktop notifications');
    await findByRole(context.canvasElement, 'dialog', { name: 'Desktop notifications' });
  },
};

const renderWithTools: StoryObj['render'] = (_, { globals }) =>
  html`<nudge-inbox
    style="inline-size: min(400px, 100%); max-block-size: 640px"
    selectable
    shortcuts
    .session=${storySession({}, globals)}
  ></nudge-inbox>`;

/** With `selectable`, several are marked, dismissed or restored at once. */
export const Selected: StoryObj = {
  render: renderWithTools,
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'checkbox', { name: `Select: ${parcel}` }));
    await userEvent.keyboard('jjx');
    await findByRole(canvasElement, 'group', { name: '2 selected' });
  },
};

export const SelectedDismissed: StoryObj = {
  name: 'Selected, dismissed',
  render: renderWithTools,
  play: async (context) => {
    await Selected.play?.(context);
    await context.userEvent.keyboard('e');
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('2 dismissed'));
    await expect(allByRole(context.canvasElement, 'article', unreadParcel)).toHaveLength(0);
  },
};

/** With `shortcuts`, a question mark lists them. */
export const ShortcutsListed: StoryObj = {
  name: 'Shortcuts listed',
  render: renderWithTools,
  play: async ({ canvasElement, userEvent }) => {
    await findByRole(canvasElement, 'checkbox', { name: `Select: ${parcel}` });
    (await findByRole(canvasElement, 'article', unreadParcel)).focus();
    await userEvent.keyboard('?');
    await findByRole(canvasElement, 'dialog', { name: 'Keyboard shortcuts' });
  },
};

const renderPage: StoryObj['render'] = (_, { globals }) =>
  html`<nudge-inbox
    style="block-size: 640px"
    layout="page"
    .session=${storySession({}, globals)}
  ></nudge-inbox>`;

/** With `layout="page"`, a press shows the whole notification: beside the list if there is room for both. */
export const FullPage: StoryObj = {
  name: 'Full page',
  parameters: inFrame(680, 1000),
  render: renderPage,
  play: async ({ canvasElement, userEvent }) => {
    // What makes it a full page loads on demand.
    await findByRole(canvasElement, 'searchbox', { name: 'Search notifications' });
    (await findByRole(canvasElement, 'article', unreadParcel)).focus();
    await userEvent.keyboard('{Enter}');
    await findByRole(canvasElement, 'region', { name: parcel });
  },
};

/** The search covers what is loaded, and says so. */
export const FullPageSearch: StoryObj = {
  name: 'Full page, search',
  parameters: inFrame(680, 1000),
  render: renderPage,
  play: async ({ canvasElement, userEvent }) => {
    await findByRole(canvasElement, 'article', unreadParcel);
    await userEvent.type(
      await findByRole(canvasElement, 'searchbox', { name: 'Search notifications' }),
      'invoice',
    );
    await waitFor(() => expect(textOf(canvasElement)).toContain('loaded notification'));
  },
};

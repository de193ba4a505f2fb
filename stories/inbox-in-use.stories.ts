import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { findByRole, textOf } from './screen.js';
import { storySession, type ServiceOptions } from './support.js';

interface Arguments {
  desktop: boolean;
  quietMenu: boolean;
  selectable: boolean;
  shortcuts: boolean;
  snooze: boolean;
  service: ServiceOptions;
}

/** What an inbox shows while a customer uses it: selections, menus, and what came of an act. */
const meta: Meta<Arguments> = {
  title: 'Elements/Inbox/In use',
  // Most need the focus, which a page of the documentation does not give to a story.
  tags: ['!autodocs'],
  args: {
    desktop: false,
    quietMenu: false,
    selectable: false,
    shortcuts: false,
    snooze: false,
    service: {},
  },
  argTypes: { service: { table: { disable: true } } },
  globals: { data: 'few' },
  render: ({ desktop, quietMenu, selectable, shortcuts, snooze, service }, { globals }) =>
    html`<nudge-inbox
      style="inline-size: min(400px, 100%); max-block-size: 640px"
      .desktop=${desktop}
      .quietMenu=${quietMenu}
      .selectable=${selectable}
      .shortcuts=${shortcuts}
      .snooze=${snooze}
      .session=${storySession(service, globals)}
    ></nudge-inbox>`,
};
export default meta;

type Story = StoryObj<Arguments>;
type Context = Parameters<NonNullable<Story['play']>>[0];

const dark = { theme: 'dark', data: 'few' };
const rightToLeft = { direction: 'rtl', data: 'few' };

const parcel = 'Your parcel is out for delivery';

const findParcel = ({ canvasElement }: Context): Promise<HTMLElement> =>
  findByRole(canvasElement, 'article', { name: `Unread: ${parcel}` });

const press = async ({ canvasElement, userEvent }: Context, name: string): Promise<void> =>
  userEvent.click(await findByRole(canvasElement, 'button', { name }));

const waitForText = ({ canvasElement }: Pick<Context, 'canvasElement'>, text: string): Promise<void> =>
  waitFor(() => expect(textOf(canvasElement)).toContain(text));

/** The ring of a notification that a key has brought the focus to. */
export const Focused: Story = {
  name: 'Notification focused',
  play: async (context) => {
    const article = await findParcel(context);
    article.focus();
    await context.userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await waitFor(() => expect(article.matches(':focus')).toBe(true));
  },
};

export const FocusedDark: Story = { ...Focused, name: 'Notification focused: dark', globals: dark };

export const FocusedRightToLeft: Story = {
  ...Focused,
  name: 'Notification focused: right-to-left',
  globals: rightToLeft,
};

/** By `reveal()`, as a link with `#notification=<id>` does. */
export const Revealed: Story = {
  name: 'Notification revealed',
  play: async (context) => {
    await findParcel(context);
    const inbox = context.canvasElement.querySelector('nudge-inbox')!;
    await inbox.reveal(inbox.session!.notifications.state.items[1]!.id);
    await waitFor(() => expect(inbox.shadowRoot!.activeElement).toHaveAttribute('role', 'article'));
  },
};

/** An id that does not exist, or belongs to another customer. */
export const RevealedMissing: Story = {
  name: 'Notification revealed, not available',
  play: async (context) => {
    await findParcel(context);
    await context.canvasElement.querySelector('nudge-inbox')!.reveal('unknown');
    await waitForText(context, 'no longer available');
  },
};

export const AllMarkedRead: Story = {
  name: 'All marked as read',
  play: async (context) => {
    await findParcel(context);
    await press(context, 'Mark all as read');
    await waitForText(context, 'All marked as read');
  },
};

export const NotMarkedRead: Story = {
  name: 'Error: not marked as read',
  args: { service: { source: { setRead: () => Promise.reject(new Error('down')) } } },
  play: async (context) => {
    await findParcel(context);
    await press(context, 'Mark all as read');
    await waitForText(context, 'Couldn’t mark as read.');
  },
};

export const Dismissed: Story = {
  play: async (context) => {
    (await findParcel(context)).focus();
    await context.userEvent.keyboard('{Delete}');
    await waitForText(context, 'Undo');
  },
};

export const DismissedDark: Story = { ...Dismissed, name: 'Dismissed: dark', globals: dark };

export const DismissedRightToLeft: Story = {
  ...Dismissed,
  name: 'Dismissed: right-to-left',
  globals: rightToLeft,
};

export const TagFilter: Story = {
  name: 'Filtered by tag',
  play: async (context) => {
    await press(context, 'Show only 3 answers');
    await findByRole(context.canvasElement, 'button', { name: 'Remove filter 3 answers' });
  },
};

export const TagFilterDark: Story = { ...TagFilter, name: 'Filtered by tag: dark', globals: dark };

export const TagFilterRightToLeft: Story = {
  ...TagFilter,
  name: 'Filtered by tag: right-to-left',
  globals: rightToLeft,
};

export const TagFilterEmpty: Story = {
  name: 'Filtered by tag: empty',
  play: async (context) => {
    await press(context, 'Show only 3 answers');
    (await findByRole(context.canvasElement, 'article', { name: /answered your question/ })).focus();
    await context.userEvent.keyboard('{Delete}');
    await waitForText(context, 'No notifications tagged 3 answers.');
  },
};

/** With `sound`, `desktop` or `quiet-menu`, arrivals can be held for a time. */
export const QuietMenu: Story = {
  name: 'Menu: quiet',
  args: { quietMenu: true },
  play: async (context) => {
    await findParcel(context);
    await press(context, 'More actions');
    await press(context, 'Quiet Off');
    await findByRole(context.canvasElement, 'button', { name: 'For an hour' });
  },
};

/** Before the browser is asked for its permission. */
export const DesktopExplained: Story = {
  name: 'Menu: desktop notifications explained',
  args: { desktop: true },
  play: async (context) => {
    await findParcel(context);
    await press(context, 'More actions');
    await press(context, 'Desktop notifications Off');
    await findByRole(context.canvasElement, 'dialog', { name: 'Desktop notifications' });
  },
};

/** With `snooze`, a notification can be put off. */
export const SnoozeMenu: Story = {
  name: 'Menu: snooze',
  args: { snooze: true },
  play: async (context) => {
    await findParcel(context);
    // The tools of a card are hidden from a pointer that does not hover.
    (await findByRole(context.canvasElement, 'button', { name: 'Snooze…' })).focus();
    await context.userEvent.keyboard('{Enter}');
    await findByRole(context.canvasElement, 'button', { name: /^Tomorrow/ });
  },
};

export const SnoozeMenuDark: Story = { ...SnoozeMenu, name: 'Menu: snooze, dark', globals: dark };

/** By the hints of a source: pinned ones come first, and important ones have a mark. */
export const Pinned: Story = {
  name: 'Important and pinned',
  args: {
    service: { hints: [{}, { importance: 'high' }, { importance: 'high', isPinned: true }] },
  },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /Important/ });
    await waitForText({ canvasElement }, 'Pinned');
  },
};

export const PinnedDark: Story = { ...Pinned, name: 'Important and pinned: dark', globals: dark };

export const PinnedRightToLeft: Story = {
  ...Pinned,
  name: 'Important and pinned: right-to-left',
  globals: rightToLeft,
};

/** With `selectable`, several are marked, dismissed or restored at once. */
export const Selected: Story = {
  args: { selectable: true },
  play: async ({ canvasElement, userEvent }) => {
    for (const name of [`Select: ${parcel}`, /^Select: Amelia/])
      await userEvent.click(await findByRole(canvasElement, 'checkbox', { name }));
    await findByRole(canvasElement, 'group', { name: '2 selected' });
  },
};

export const SelectedDark: Story = { ...Selected, name: 'Selected: dark', globals: dark };

export const SelectedRightToLeft: Story = {
  ...Selected,
  name: 'Selected: right-to-left',
  globals: rightToLeft,
};

/** With `shortcuts`, a question mark lists them. */
export const ShortcutsListed: Story = {
  name: 'Shortcuts listed',
  args: { selectable: true, shortcuts: true },
  play: async (context) => {
    const { canvasElement, userEvent } = context;
    await findByRole(canvasElement, 'checkbox', { name: `Select: ${parcel}` });
    (await findParcel(context)).focus();
    await userEvent.keyboard('?');
    await findByRole(canvasElement, 'dialog', { name: 'Keyboard shortcuts' });
  },
};

export const ShortcutsListedDark: Story = {
  ...ShortcutsListed,
  name: 'Shortcuts listed: dark',
  globals: dark,
};

export const ShortcutsListedRightToLeft: Story = {
  ...ShortcutsListed,
  name: 'Shortcuts listed: right-to-left',
  globals: rightToLeft,
};

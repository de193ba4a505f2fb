import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeBell } from '../src/index.js';
import ElementPage from './docs/element-page.mdx';
import { allByRole, findByRole, textOf } from './screen.js';
import { storySession, type ServiceOptions } from './support.js';

interface Arguments {
  open: boolean;
  placement: NudgeBell['placement'];
  maxCount: number;
  label: string;
  readOnView: boolean;
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Bell',
  component: 'nudge-bell',
  args: {
    open: false,
    placement: 'bottom-start',
    maxCount: 99,
    label: '',
    readOnView: false,
    service: {},
  },
  argTypes: {
    placement: { control: 'select', options: ['bottom-end', 'bottom-start', 'top-end', 'top-start'] },
    service: { table: { disable: true } },
  },
  parameters: {
    controls: { include: ['open', 'placement', 'maxCount', 'label', 'readOnView'] },
    docs: { page: ElementPage },
  },
  render: ({ open, placement, maxCount, label, readOnView, service }, { globals }) =>
    html`<nudge-bell
      .open=${open}
      .placement=${placement}
      .maxCount=${maxCount}
      .label=${label || null}
      .readOnView=${readOnView}
      .session=${storySession(service, globals)}
    ></nudge-bell>`,
};
export default meta;

type Story = StoryObj<Arguments>;

const badgeOf = (canvasElement: HTMLElement): string | undefined =>
  canvasElement.querySelector('nudge-bell')?.shadowRoot?.querySelector('[part=badge]')?.textContent;

export const Unread: Story = {
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications, 7 unread' });
    await expect(badgeOf(canvasElement)).toBe('7');
  },
};

export const AllRead: Story = {
  globals: { data: 'empty' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications' });
    await expect(badgeOf(canvasElement)).toBeUndefined();
  },
};

export const CountAboveMaximum: Story = {
  args: { maxCount: 2 },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(badgeOf(canvasElement)).toBe('2+'));
  },
};

/** Only the newest notifications are counted. As long as more may be unread, the badge is a dot. */
export const CountIncomplete: Story = {
  globals: { data: 'many' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: /at least \d+ unread/ });
    await expect(badgeOf(canvasElement)).toBe('');
  },
};

/** The hints of the host give the count before any record has loaded. */
export const CountFromHints: Story = {
  args: {
    service: {
      source: {
        load: () =>
          Promise.resolve({
            references: Array.from({ length: 120 }, (_, index) => ({ id: `hint-${index}`, isRead: false })),
          }),
      },
    },
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(badgeOf(canvasElement)).toBe('99+'));
  },
};

/** The name of the bell, after a moment below the pointer or with the focus of the keyboard. */
export const Tooltip: Story = {
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Notifications, 7 unread' })).focus();
    await waitFor(() => expect(textOf(canvasElement)).toContain('Notifications, 7 unread'), {
      timeout: 5000,
    });
  },
};

export const TooltipDark: Story = { ...Tooltip, globals: { theme: 'dark' } };

export const Open: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const bell = await findByRole(canvasElement, 'button', { name: 'Notifications, 7 unread' });
    await userEvent.click(bell);
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    await expect(bell).toHaveAttribute('aria-expanded', 'true');
  },
};

export const OpenDark: Story = { ...Open, globals: { theme: 'dark' } };

export const OpenRightToLeft: Story = {
  globals: { language: 'ar' },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button'));
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};

const openPanel: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) => {
  await userEvent.click(await findByRole(canvasElement, 'button', { name: /^Notifications/ }));
  await findByRole(canvasElement, 'button', { name: 'Close' });
};

export const OpenEmpty: Story = { globals: { data: 'empty' }, play: openPanel };

export const OpenLoading: Story = { globals: { latency: 'never' }, play: openPanel };

export const OpenServiceDown: Story = { globals: { failures: 'down' }, play: openPanel };

/** Below 480 px the panel is a sheet over the whole width. */
export const Sheet: Story = { globals: { viewport: { value: 'mobile1' } }, play: openPanel };

/** The host controls the `open` property. */
export const InitiallyOpen: Story = {
  args: { open: true },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};

export const ClosedByEscape: Story = {
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await userEvent.keyboard('{Escape}');
    const bell = canvasElement.querySelector('nudge-bell')!;
    await waitFor(() => expect(bell.open).toBe(false));
    await expect(bell.shadowRoot!.activeElement).toHaveAttribute('aria-expanded', 'false');
  },
};

/** A press on a notification marks it as read, and the badge decreases. */
export const NotificationRead: Story = {
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    await userEvent.click(
      await findByRole(canvasElement, 'link', { name: /Your parcel is out for delivery/ }),
    );
    await waitFor(() => expect(badgeOf(canvasElement)).toBe('6'));
  },
};

export const PreferencesOpen: Story = {
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Preferences' }));
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Back' }));
    await waitFor(() => expect(allByRole(canvasElement, 'switch')).toHaveLength(0));
  },
};

export const CustomIconAndLabel: Story = {
  render: ({ service }, { globals }) =>
    html`<nudge-bell label="News" .session=${storySession(service, globals)}>
      <svg slot="icon" viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
        <path d="M3 4h14v10H7l-4 4z" />
      </svg>
    </nudge-bell>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'News, 7 unread' });
  },
};

/** The bell shows no count, and the panel explains why. */
export const OpenSignedOut: Story = {
  globals: { failures: 'signed-out' },
  play: async (context) => {
    await openPanel(context);
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('sign in again'));
  },
};

import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeBell } from '../src/index.js';
import ElementPage from './docs/element-page.mdx';
import { allByRole, findByRole, settled, textOf } from './screen.js';
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

export const WithUnread: Story = {
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications, 7 unread' });
    await expect(badgeOf(canvasElement)).toBe('7');
  },
};

export const NothingUnread: Story = {
  globals: { data: 'empty' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications' });
    await expect(badgeOf(canvasElement)).toBeUndefined();
  },
};

export const MoreThanItShows: Story = {
  args: { maxCount: 2 },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(badgeOf(canvasElement)).toBe('2+'));
  },
};

/** Only the newest are loaded for the badge; more may be unread. */
export const AtLeastSoMany: Story = {
  globals: { data: 'many' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: /at least \d+ unread/ });
  },
};

/** The host's hints tell what is unread before anything is loaded. */
export const NinetyNine: Story = {
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

export const Open: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const bell = await findByRole(canvasElement, 'button', { name: 'Notifications, 7 unread' });
    await userEvent.click(bell);
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    await expect(bell).toHaveAttribute('aria-expanded', 'true');
    await settled(canvasElement);
  },
};

export const OpenDark: Story = { ...Open, globals: { theme: 'dark' } };

export const OpenRightToLeft: Story = {
  globals: { language: 'ar' },
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'button'));
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    await settled(canvasElement);
  },
};

const openAny: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) => {
  await userEvent.click(await findByRole(canvasElement, 'button', { name: /^Notifications/ }));
  await findByRole(canvasElement, 'button', { name: 'Close' });
  await settled(canvasElement);
};

export const OpenEmpty: Story = { globals: { data: 'empty' }, play: openAny };

export const OpenLoading: Story = { globals: { latency: 'never' }, play: openAny };

export const OpenServiceDown: Story = { globals: { failures: 'down' }, play: openAny };

/** Narrower than 480 px it is a sheet over the whole width. */
export const Sheet: Story = { globals: { viewport: { value: 'mobile1' } }, play: openAny };

/** What the host opens and closes by itself. */
export const OpenFromTheStart: Story = {
  args: { open: true },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    await settled(canvasElement);
  },
};

export const ClosedByEscape: Story = {
  play: async (context) => {
    await openAny(context);
    const { canvasElement, userEvent } = context;
    await userEvent.keyboard('{Escape}');
    const bell = canvasElement.querySelector('nudge-bell')!;
    await waitFor(() => expect(bell.open).toBe(false));
    await expect(bell.shadowRoot!.activeElement).toHaveAttribute('aria-expanded', 'false');
  },
};

/** One is opened from the bell: it is read, and the badge counts one less. */
export const OneRead: Story = {
  play: async (context) => {
    await openAny(context);
    const { canvasElement, userEvent } = context;
    await findByRole(canvasElement, 'article', { name: 'Unread: Your parcel is out for delivery' });
    await userEvent.click(
      await findByRole(canvasElement, 'link', { name: /Your parcel is out for delivery/ }),
    );
    await waitFor(() => expect(badgeOf(canvasElement)).toBe('6'));
    await settled(canvasElement);
  },
};

export const PreferencesInIt: Story = {
  play: async (context) => {
    await openAny(context);
    const { canvasElement, userEvent } = context;
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Preferences' }));
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Back' }));
    await waitFor(() => expect(allByRole(canvasElement, 'switch')).toHaveLength(0));
  },
};

export const OwnIconAndName: Story = {
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

/** Signed out, the bell counts nothing; the panel says why. */
export const OpenSignedOut: Story = {
  globals: { failures: 'signed-out' },
  play: async (context) => {
    await openAny(context);
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('confirm that it’s you'));
  },
};

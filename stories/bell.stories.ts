import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NudgeBell } from '../src/index.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole, textOf } from './screen.js';
import { createService, inFrame, storySession, type ServiceOptions, type StoryService } from './support.js';

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
    placement: 'bottom-end',
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
  // At the end of the line, as in the header of a page.
  decorators: [(story) => html`<div style="display: flex; justify-content: flex-end">${story()}</div>`],
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

export const Unread: Story = {
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications, 7 new' });
  },
};

/** The panel also has the parts of the inbox. Opening it clears a badge of what is new, so this one counts what is unread. */
export const Anatomy: Story = {
  parameters: inFrame(720, 720),
  render: ({ service }, { globals }) =>
    html`<part-figure tag="nudge-bell" style="flex: 1">
      <nudge-bell
        style="justify-self: end"
        badge="unread"
        open
        .session=${storySession(service, globals)}
      ></nudge-bell>
    </part-figure>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
    await markParts(canvasElement);
  },
};

/** All unread notifications count, also those that were seen. */
export const BadgeUnread: Story = {
  name: 'Badge: unread',
  loaders: [
    ({ globals }) => {
      const service = createService({}, globals);
      service.session.notifications.markSeen();
      return service;
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-bell badge="unread" .session=${(loaded as StoryService).session}></nudge-bell>
      <nudge-bell .session=${(loaded as StoryService).session}></nudge-bell>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'Notifications' });
  },
};

export const AllRead: Story = { name: 'All read', globals: { data: 'empty' } };

export const Dark: Story = { ...Unread, globals: { theme: 'dark' } };

export const CountAboveMaximum: Story = {
  name: 'Count above the maximum',
  args: { maxCount: 2 },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(textOf(canvasElement)).toContain('2+'));
  },
};

/** Only the newest notifications are counted. As long as more may be new, the badge is a dot. */
export const CountIncomplete: Story = {
  name: 'Count incomplete',
  globals: { data: 'many' },
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: /at least \d+ new/ });
  },
};

export const CustomIconAndLabel: Story = {
  name: 'Custom icon and label',
  render: ({ service }, { globals }) =>
    html`<nudge-bell label="News" .session=${storySession(service, globals)}>
      <svg slot="icon" viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
        <path d="M3 4h14v10H7l-4 4z" />
      </svg>
    </nudge-bell>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'button', { name: 'News, 7 new' });
  },
};

/** The name of the bell, after a moment below the pointer or with the focus of the keyboard. */
export const Tooltip: Story = {
  // It needs the focus, which a page of the documentation does not give to a story.
  tags: ['!autodocs'],
  play: async ({ canvasElement }) => {
    (await findByRole(canvasElement, 'button', { name: 'Notifications, 7 new' })).focus();
    await waitFor(() => expect(textOf(canvasElement)).toContain('Notifications, 7 new'));
  },
};

export const TooltipDark: Story = { ...Tooltip, name: 'Tooltip: dark', globals: { theme: 'dark' } };

const openPanel: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) => {
  await userEvent.click(await findByRole(canvasElement, 'button'));
  await findByRole(canvasElement, 'dialog');
};

const openPanelWithList: NonNullable<Story['play']> = async (context) => {
  await openPanel(context);
  await findByRole(context.canvasElement, 'article', { name: /out for delivery/ });
};

export const Open: Story = { parameters: inFrame(720), play: openPanelWithList };

export const OpenDark: Story = {
  ...Open,
  name: 'Open: dark',
  globals: { theme: 'dark', data: 'few' },
};

export const OpenRightToLeft: Story = {
  ...Open,
  name: 'Open: right-to-left',
  globals: { language: 'ar', data: 'few' },
};

/** Below 480 px the panel is a sheet over the whole width. */
export const Sheet: Story = {
  name: 'Open: mobile',
  parameters: inFrame(640),
  globals: { viewport: { value: 'mobile1' }, data: 'few' },
  play: openPanelWithList,
};

export const OpenEmpty: Story = {
  name: 'Open: empty',
  parameters: inFrame(480),
  globals: { data: 'empty' },
  play: async (context) => {
    await openPanel(context);
    await waitFor(() => expect(textOf(context.canvasElement)).toContain('You’re all caught up'));
  },
};

export const OpenPreferences: Story = {
  name: 'Open: preferences',
  parameters: inFrame(640),
  play: async (context) => {
    await openPanel(context);
    const { canvasElement, userEvent } = context;
    await userEvent.click(await findByRole(canvasElement, 'button', { name: 'Preferences' }));
    await findByRole(canvasElement, 'switch', { name: 'Offers' });
  },
};

import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { Sandbox } from '../src/sandbox.js';
import { off, on } from './group-values.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { findByRole, findPart, textOf } from './screen.js';
import {
  createService,
  inFrame,
  maxTimeoutMs,
  storySession,
  type ServiceOptions,
  type StoryService,
} from './support.js';

interface Arguments {
  heading: string;
  service: ServiceOptions;
}

const meta: Meta<Arguments> = {
  title: 'Elements/Preferences',
  component: 'nudge-preferences',
  args: { heading: '', service: {} },
  argTypes: { service: { table: { disable: true } } },
  parameters: { controls: { include: ['heading'] }, docs: { page: ElementPage } },
  render: ({ heading, service }, { globals }) =>
    html`<nudge-preferences
      style="inline-size: min(400px, 100%)"
      .heading=${heading || null}
      .session=${storySession(service, globals)}
    ></nudge-preferences>`,
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'switch');
  },
};
export default meta;

type Story = StoryObj<Arguments>;
type Play = NonNullable<Story['play']>;

const noGroups: ServiceOptions = { groups: [] };

const groups = (...values: NonNullable<ServiceOptions['groups']>): Partial<Arguments> => ({
  service: { groups: values },
});

const press =
  (role: string, name: string): Play =>
  async ({ canvasElement, userEvent }) =>
    userEvent.click(await findByRole(canvasElement, role, { name }));

const showsText = ({ canvasElement }: Parameters<Play>[0], text: string): Promise<void> =>
  waitFor(() => expect(textOf(canvasElement)).toContain(text));

export const Default: Story = {};

export const Anatomy: Story = {
  parameters: inFrame(820, 720),
  args: {
    service: {
      groups: [{ ...on, section: 'Your orders' }, { ...on, section: 'From the shop' }, on],
      prepare: (sandbox) => sandbox.failNext({ status: 400 }, 1),
    },
  },
  render: ({ service }, { globals }) =>
    html`<part-figure tag="nudge-preferences">
      <nudge-preferences .session=${storySession(service, globals)}></nudge-preferences>
      <nudge-preferences .session=${storySession(noGroups, globals)}></nudge-preferences>
    </part-figure>`,
  play: async (context) => {
    await press('button', 'Mute all')(context);
    await showsText(context, 'Couldn’t save');
    await markParts(context.canvasElement);
  },
};

/** The host has not returned the groups, which are requested again. */
export const GroupsNotLoaded: Story = {
  args: { service: { source: { loadGroups: () => Promise.reject(new Error('The backend is down.')) } } },
  play: async (context) => {
    await showsText(context, 'Can’t connect. Trying again…');
  },
};

/** Not saved, being saved, a first choice that is being saved, unchanged, and required. */
export const RowStates: Story = {
  name: 'Each state of a group',
  parameters: inFrame(640),
  loaders: [
    ({ globals }) => {
      const values = [on, { ...off, section: 'News' }, {}, on, { isRequired: true }];
      return createService(
        { groups: values, prepare: (sandbox) => sandbox.failNext({ status: 400 }) },
        globals,
      );
    },
  ],
  render: (_, { loaded }) =>
    html`<nudge-preferences
      style="inline-size: min(400px, 100%)"
      .session=${(loaded as StoryService).session}
    ></nudge-preferences>`,
  play: async ({ canvasElement, loaded, userEvent }) => {
    const { sandbox } = loaded as unknown as StoryService;
    const root = canvasElement.querySelector('nudge-preferences')!.shadowRoot!;
    await findByRole(root, 'switch');
    const [first, second] = root.querySelectorAll('[role=switch]');
    await userEvent.click(first!);
    await waitFor(() => expect(findPart(root, 'problem')).toBeDefined());
    sandbox.latency = maxTimeoutMs;
    await userEvent.click(second!);
    await userEvent.click(root.querySelector('.choice button')!);
    await waitFor(() => expect(root.querySelector('.choice [aria-pressed=true]')).not.toBeNull());
  },
};

export const RowStatesDark: Story = {
  ...RowStates,
  name: 'Each state of a group: dark',
  globals: { theme: 'dark' },
};

export const RowStatesRightToLeft: Story = {
  ...RowStates,
  name: 'Each state of a group: right-to-left',
  globals: { language: 'ar' },
};

/** Neither value is selected while the choice is unknown. */
export const Unknown: Story = { name: 'Unknown choice', args: groups({}, on, {}) };

export const SectionsAndRequired: Story = {
  name: 'Sections and required groups',
  args: groups(
    { ...on, section: 'Your orders' },
    { ...on, section: 'From the shop' },
    { ...off, section: 'From the shop' },
    { ...off, section: 'From the shop' },
    { isRequired: true, section: 'Your orders' },
  ),
};

export const Empty: Story = {
  args: groups(),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(findPart(canvasElement, 'empty')).toBeDefined());
  },
};

export const EmptyDark: Story = { ...Empty, name: 'Empty: dark', globals: { theme: 'dark' } };

export const EmptyRightToLeft: Story = {
  ...Empty,
  name: 'Empty: right-to-left',
  globals: { direction: 'rtl' },
};

let offlineSandbox: Sandbox;

/** A notification has named the customer, so that the choice can wait. */
export const Offline: Story = {
  parameters: inFrame(560),
  args: { service: { prepare: (sandbox) => (offlineSandbox = sandbox) } },
  beforeEach: () => () => {
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
  },
  play: async (context) => {
    const notifications = context.canvasElement.querySelector('nudge-preferences')?.session?.notifications;
    await notifications?.load(notifications.state.items[0]?.id ?? '');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event('offline'));
    offlineSandbox.offline = true;
    await press('switch', 'Offers')(context);
    await showsText(context, 'You’re offline. Keep this page open');
  },
};

export const AllMuted: Story = {
  name: 'All muted',
  parameters: inFrame(560),
  play: async (context) => {
    await press('button', 'Mute all')(context);
    await showsText(context, 'All muted');
  },
};

export const AllMutedDark: Story = { ...AllMuted, name: 'All muted: dark', globals: { theme: 'dark' } };

export const AllMutedRightToLeft: Story = {
  ...AllMuted,
  name: 'All muted: right-to-left',
  globals: { direction: 'rtl' },
};

export const LongText: Story = {
  name: 'Long text',
  args: groups(
    {
      ...on,
      name: 'Everything that happens to your orders between the workshop and your door, and what became of it',
      description: 'Where your parcels are. '.repeat(20),
    },
    { ...on, name: 'OneWordThatNeverEnds'.repeat(8), description: '' },
    { name: '<b>not bold</b>', description: '\u202Edenrut si tahW' },
  ),
};

export const Narrow: Story = {
  name: 'Mobile',
  parameters: inFrame(520),
  args: groups(on, {}, { isRequired: true }),
  globals: { viewport: { value: 'mobile1' } },
};

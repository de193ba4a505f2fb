import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { off, on } from './group-values.js';
import ElementPage from './element-page.mdx';
import { markParts } from './part-figure.js';
import { allByRole, findByRole, textOf } from './screen.js';
import { inFrame, storySession, type ServiceOptions } from './support.js';

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

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await expect(await findByRole(canvasElement, 'switch', { name: 'Billing' })).toBeChecked();
    await expect(await findByRole(canvasElement, 'switch', { name: 'Offers' })).not.toBeChecked();
  },
};

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

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = { name: 'Right-to-left', globals: { language: 'ar' } };

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

export const Empty: Story = { args: groups() };

/** “Mute all” needs at least two groups. */
export const SingleGroup: Story = { name: 'Single group', args: groups(on) };

export const Saving: Story = {
  parameters: inFrame(520),
  globals: { latency: 'never' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    const offers = await findByRole(context.canvasElement, 'switch', { name: 'Offers' });
    await waitFor(() => expect(offers).toHaveAttribute('aria-busy', 'true'));
  },
};

export const SavingUnknown: Story = {
  name: 'Saving: unknown choice',
  parameters: inFrame(360),
  args: groups({}, on),
  globals: { latency: 'never' },
  play: press('button', 'Receive'),
};

/** The switch returns to its previous value, and the row shows an error. */
export const NotSaved: Story = {
  name: 'Error: not saved',
  parameters: inFrame(560),
  globals: { failures: 'preferences' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    await showsText(context, 'Couldn’t save');
    await expect(await findByRole(context.canvasElement, 'switch', { name: 'Offers' })).not.toBeChecked();
  },
};

export const NotSavedDark: Story = {
  ...NotSaved,
  name: 'Error: dark',
  globals: { failures: 'preferences', theme: 'dark' },
};

export const SignedOut: Story = {
  name: 'Error: signed out',
  parameters: inFrame(560),
  globals: { failures: 'signed-out' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    await findByRole(context.canvasElement, 'button', { name: 'Try again' });
  },
};

export const Offline: Story = {
  parameters: inFrame(560),
  globals: { failures: 'unreachable' },
  beforeEach: () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    return () => {
      Reflect.deleteProperty(navigator, 'onLine');
      window.dispatchEvent(new Event('online'));
    };
  },
  play: async (context) => {
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
    const { canvasElement } = context;
    await expect(
      allByRole(canvasElement, 'switch').filter(({ ariaChecked }) => ariaChecked === 'true'),
    ).toHaveLength(0);
  },
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

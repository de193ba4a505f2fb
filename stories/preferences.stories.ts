import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { off, on } from './group-values.js';
import ElementPage from './docs/element-page.mdx';
import { allByRole, findByRole, textOf } from './screen.js';
import { storySession, type ServiceOptions } from './support.js';

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

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = { globals: { language: 'ar' } };

/** Neither value is selected while the choice is unknown. */
export const Unknown: Story = { args: groups({}, on, {}) };

export const SectionsAndRequired: Story = {
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
export const SingleGroup: Story = { args: groups(on) };

export const Toggled: Story = {
  play: async (context) => {
    await press('switch', 'Offers')(context);
    const offers = await findByRole(context.canvasElement, 'switch', { name: 'Offers' });
    await waitFor(() => expect(offers).toBeChecked());
    await waitFor(() => expect(offers).toHaveAttribute('aria-busy', 'false'));
  },
};

export const Saving: Story = {
  globals: { latency: 'never' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    const offers = await findByRole(context.canvasElement, 'switch', { name: 'Offers' });
    await waitFor(() => expect(offers).toHaveAttribute('aria-busy', 'true'));
  },
};

export const SavingUnknown: Story = {
  args: groups({}, on),
  globals: { latency: 'never' },
  play: press('button', 'Receive'),
};

export const FirstChoice: Story = {
  args: groups({}, on),
  play: async (context) => {
    await press('button', 'Don’t receive')(context);
    const { canvasElement } = context;
    await expect(
      await findByRole(canvasElement, 'switch', { name: 'Orders and deliveries' }),
    ).not.toBeChecked();
  },
};

/** The switch returns to its previous value, and the row shows an error. */
export const NotSaved: Story = {
  globals: { failures: 'preferences' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    await showsText(context, 'Couldn’t save');
    await expect(await findByRole(context.canvasElement, 'switch', { name: 'Offers' })).not.toBeChecked();
  },
};

export const NotSavedDark: Story = { ...NotSaved, globals: { failures: 'preferences', theme: 'dark' } };

export const NotSavedRetried: Story = {
  args: { service: { prepare: (sandbox) => sandbox.failNext({ status: 400 }) } },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    await press('button', 'Try again')(context);
    const { canvasElement } = context;
    await waitFor(() => expect(textOf(canvasElement)).not.toContain('Couldn’t save'));
    await expect(await findByRole(canvasElement, 'switch', { name: 'Offers' })).toBeChecked();
  },
};

export const SignedOut: Story = {
  globals: { failures: 'signed-out' },
  play: async (context) => {
    await press('switch', 'Offers')(context);
    await findByRole(context.canvasElement, 'button', { name: 'Try again' });
  },
};

export const Offline: Story = {
  tags: ['!autodocs'],
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
  play: async (context) => {
    await press('button', 'Mute all')(context);
    await showsText(context, 'All muted');
    const { canvasElement } = context;
    await expect(
      allByRole(canvasElement, 'switch').filter(({ ariaChecked }) => ariaChecked === 'true'),
    ).toHaveLength(0);
  },
};

export const AllMutedUndone: Story = {
  play: async (context) => {
    await AllMuted.play?.(context);
    await press('button', 'Undo')(context);
    const billing = await findByRole(context.canvasElement, 'switch', { name: 'Billing' });
    await waitFor(() => expect(billing).toBeChecked());
  },
};

export const LongText: Story = {
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
  args: groups(on, {}, { isRequired: true }),
  globals: { viewport: { value: 'mobile1' } },
};

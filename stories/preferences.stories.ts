import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import type { NotificationGroup } from '../src/client.js';
import { createService, type ServiceOptions } from './support.js';

interface Arguments {
  heading: string;
  service: ServiceOptions;
  /** What the host says of the service's groups, in their order. */
  groups: Omit<NotificationGroup, 'id'>[];
}

const on = { isGroupNotificationOff: false };
const off = { isGroupNotificationOff: true };

const meta: Meta<Arguments> = {
  title: 'Elements/Preferences',
  component: 'nudge-preferences',
  args: { heading: '', service: { seed: 'shop' }, groups: [on, on, on, off, on] },
  argTypes: { service: { table: { disable: true } } },
  render: ({ heading, service, groups }) => {
    const { sandbox, session } = createService(service);
    session.preferences.setGroups(
      groups.map((fields, index) => ({ id: `unknown-${index}`, ...sandbox.groups[index], ...fields })),
    );
    return html`<nudge-preferences
      style="inline-size: min(400px, 100%)"
      .heading=${heading || null}
      .session=${session}
    ></nudge-preferences>`;
  },
};
export default meta;

type Story = StoryObj<Arguments>;

const rootOf = (canvasElement: HTMLElement): ShadowRoot =>
  canvasElement.querySelector('nudge-preferences')!.shadowRoot!;

const pressFirst: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) => {
  const root = rootOf(canvasElement);
  await waitFor(() => expect(root.querySelector('.row button')).toBeTruthy());
  await userEvent.click(root.querySelector('.row button')!);
};

export const Default: Story = {};

export const Dark: Story = { globals: { theme: 'dark' } };

export const RightToLeft: Story = { globals: { direction: 'rtl' } };

export const Unknown: Story = { args: { groups: [{}, on, {}] } };

export const SectionsAndRequired: Story = {
  args: {
    groups: [
      { ...on, section: 'Your orders' },
      { ...on, section: 'From the shop' },
      { ...off, section: 'From the shop' },
      { ...off, section: 'From the shop' },
      { isRequired: true, section: 'Your orders' },
    ],
  },
};

export const Empty: Story = { args: { groups: [] } };

export const Saving: Story = {
  args: { service: { prepare: (sandbox) => (sandbox.latency = 600_000) } },
  play: pressFirst,
};

export const SavingUnknown: Story = { ...Saving, args: { ...Saving.args, groups: [{}, on] } };

export const NotSaved: Story = {
  args: { service: { prepare: (sandbox) => sandbox.failNext({ status: 400 }) } },
  play: async (context) => {
    await pressFirst(context);
    await waitFor(() => expect(rootOf(context.canvasElement).textContent).toContain('Not saved.'));
  },
};

export const SignedOut: Story = {
  args: { service: { isSignedIn: false } },
  play: async (context) => {
    await pressFirst(context);
    await waitFor(() => expect(rootOf(context.canvasElement).textContent).toContain('Try again'));
  },
};

export const MuteAll: Story = {
  play: async ({ canvasElement, userEvent }) => {
    const root = rootOf(canvasElement);
    await waitFor(() => expect(root.querySelector('.foot button')).toBeTruthy());
    await userEvent.click(root.querySelector('.foot button')!);
    await waitFor(() => expect(root.textContent).toContain('All muted'));
  },
};

export const LongText: Story = {
  args: {
    groups: [
      {
        ...on,
        name: 'Everything that happens to your orders between the workshop and your door, and what became of it',
        description: 'Where your parcels are. '.repeat(20),
      },
      {},
    ],
  },
};

export const Narrow: Story = {
  args: { groups: [on, {}, { isRequired: true }] },
  globals: { viewport: { value: 'mobile1' } },
};

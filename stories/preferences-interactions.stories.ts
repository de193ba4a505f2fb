import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { on } from './group-values.js';
import { findByRole, textOf } from './screen.js';
import { storySession, type ServiceOptions } from './support.js';

/** What a customer does with preferences, step by step. See the “Interactions” panel. */
const meta: Meta<{ service: ServiceOptions }> = {
  title: 'Elements/Preferences/Interactions',
  tags: ['!autodocs'],
  args: { service: {} },
  render: ({ service }, { globals }) =>
    html`<nudge-preferences
      style="inline-size: min(400px, 100%)"
      .session=${storySession(service, globals)}
    ></nudge-preferences>`,
};
export default meta;

type Story = StoryObj<{ service: ServiceOptions }>;

const press = async (
  { canvasElement, userEvent }: Parameters<NonNullable<Story['play']>>[0],
  role: string,
  name: string,
): Promise<void> => userEvent.click(await findByRole(canvasElement, role, { name }));

export const Toggled: Story = {
  name: 'Switched on',
  play: async (context) => {
    await press(context, 'switch', 'Offers');
    const offers = await findByRole(context.canvasElement, 'switch', { name: 'Offers' });
    await waitFor(() => expect(offers).toBeChecked());
    await waitFor(() => expect(offers).toHaveAttribute('aria-busy', 'false'));
  },
};

export const FirstChoice: Story = {
  name: 'First choice',
  args: { service: { groups: [{}, on] } },
  play: async (context) => {
    await press(context, 'button', 'Don’t receive');
    const orders = { name: 'Orders and deliveries' };
    await expect(await findByRole(context.canvasElement, 'switch', orders)).not.toBeChecked();
  },
};

export const NotSavedRetried: Story = {
  name: 'Error, then success',
  args: { service: { prepare: (sandbox) => sandbox.failNext({ status: 400 }) } },
  play: async (context) => {
    await press(context, 'switch', 'Offers');
    await press(context, 'button', 'Try again');
    const { canvasElement } = context;
    await waitFor(() => expect(textOf(canvasElement)).not.toContain('Couldn’t save'));
    await expect(await findByRole(canvasElement, 'switch', { name: 'Offers' })).toBeChecked();
  },
};

export const AllMutedUndone: Story = {
  name: 'All muted, undone',
  play: async (context) => {
    await press(context, 'button', 'Mute all');
    const { canvasElement } = context;
    const billing = await findByRole(canvasElement, 'switch', { name: 'Billing' });
    await waitFor(() => expect(billing).not.toBeChecked());
    await press(context, 'button', 'Undo');
    await waitFor(() => expect(billing).toBeChecked());
  },
};

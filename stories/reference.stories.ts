import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { referenceGroups } from './reference.js';
import { findByRole, textOf } from './screen.js';
import { inFrame, storySession } from './support.js';

/** The visual reference, for comparison with the design. */
const meta: Meta = {
  title: 'Design/Reference',
  globals: { data: 'reference' },
};
export default meta;

export const Open: StoryObj = {
  parameters: inFrame(780),
  render: (_, { globals }) =>
    html`<nudge-bell
      placement="bottom-start"
      .session=${storySession({ groups: referenceGroups }, globals)}
    ></nudge-bell>`,
  play: async ({ canvasElement, userEvent }) => {
    const bell = await findByRole(canvasElement, 'button');
    await userEvent.click(bell);
    await findByRole(canvasElement, 'article', { name: /Your order has shipped/ });
  },
};

export const PreferenceNotSaved: StoryObj = {
  name: 'Preference not saved',
  parameters: inFrame(480),
  globals: { failures: 'preferences' },
  render: (_, { globals }) =>
    html`<nudge-preferences
      style="inline-size: min(400px, 100%)"
      .session=${storySession({ groups: referenceGroups }, globals)}
    ></nudge-preferences>`,
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.click(await findByRole(canvasElement, 'switch', { name: 'Billing' }));
    await waitFor(() => expect(textOf(canvasElement)).toContain('Couldn’t save'));
  },
};

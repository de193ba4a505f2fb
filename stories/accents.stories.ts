import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { findByRole } from './screen.js';
import { storySession } from './support.js';

interface Arguments {
  accents: readonly string[];
}

/**
 * Each inbox sets its accent colour and no other custom property. Buttons, links, the focus ring and the unread mark derive from it,
 * with enough contrast in light and dark.
 */
const meta: Meta<Arguments> = {
  title: 'Design/Accent colour',
  args: { accents: ['', '#ffe600', '#111', '#ff6a3d'] },
  argTypes: { accents: { control: 'object' } },
  globals: { data: 'few' },
  render: ({ accents }, { globals }) =>
    html`<div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 16px">
      ${accents.map(
        (accent) =>
          html`<section style=${accent && `--nudge-accent: ${accent}`}>
            <nudge-inbox .heading=${accent} .session=${storySession({}, globals)}></nudge-inbox>
          </section>`,
      )}
    </div>`,
  play: async ({ canvasElement }) => {
    for (const inbox of canvasElement.querySelectorAll('nudge-inbox'))
      await findByRole(inbox.shadowRoot!, 'article', { name: /Your parcel is out/ });
  },
};
export default meta;

export const Light: StoryObj<Arguments> = {};

export const Dark: StoryObj<Arguments> = { globals: { theme: 'dark' } };

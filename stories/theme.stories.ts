import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { createService } from './support.js';

interface Arguments {
  accents: readonly string[];
}

/** Each inbox is told its accent, and nothing else. */
const meta: Meta<Arguments> = {
  title: 'Theme',
  args: { accents: ['', '#ffe600', '#111', '#f7f7f7', '#39ff14', 'navy', '#ff6a3d', '#ffd1dc'] },
  render: ({ accents }) =>
    html`<div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 16px">
      ${accents.map(
        (accent) =>
          html`<section style=${accent && `--nudge-accent: ${accent}`}>
            <nudge-inbox .heading=${accent} .session=${createService({ count: 2 }).session}></nudge-inbox>
          </section>`,
      )}
    </div>`,
  play: async ({ canvasElement }) => {
    const inboxes = [...canvasElement.querySelectorAll('nudge-inbox')];
    await waitFor(() =>
      expect(inboxes.every(({ shadowRoot }) => shadowRoot?.querySelector('nudge-notification'))).toBe(true),
    );
  },
};
export default meta;

type Story = StoryObj<Arguments>;

export const Accents: Story = {};

export const AccentsDark: Story = { globals: { theme: 'dark' } };

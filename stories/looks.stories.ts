import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import theming from '../docs/theming.md?raw';
import { findByRole } from './screen.js';
import { storySession } from './support.js';

/** The looks of the page on theming, to copy from. */
const meta: Meta = {
  title: 'Design/Looks',
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'article', { name: /out for delivery/ });
  },
};
export default meta;

/** The styles of a look, as the documentation has them. */
function stylesOf(look: string): string {
  const [, styles = ''] = new RegExp(`^(\\.look-${look} \\{.*?^\\})`, 'ms').exec(theming) ?? [];
  return styles;
}

const createStory = (look: string): StoryObj => ({
  render: (_, { globals }) =>
    html`<style>
        ${stylesOf(look)}
      </style>
      <div
        class="look-${look}"
        style="display: grid; grid-template-columns: minmax(0, 400px) auto; justify-content: start; gap: 24px"
      >
        <nudge-inbox style="block-size: 560px" .session=${storySession({}, globals)}></nudge-inbox>
        <nudge-bell .session=${storySession({}, globals)}></nudge-bell>
      </div>`,
});

export const Quiet: StoryObj = createStory('quiet');
export const Brand: StoryObj = createStory('brand');
export const Dense: StoryObj = createStory('dense');
export const Dark: StoryObj = { ...createStory('dark'), globals: { theme: 'dark' } };

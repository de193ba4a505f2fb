import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { renderColourSheet } from './colour-sheet.js';
import { findByRole } from './screen.js';

/**
 * Every colour token with its value, and the contrast wherever one is used on another. The figures are computed in this page,
 * from the styles of the elements. WCAG 2.2 asks for a contrast of 4.5 to 1 for text, and of 3 to 1 for what has to be
 * seen to use a control.
 */
const meta: Meta = {
  title: 'Design/Colours and contrast',
  render: (_, { globals }) => renderColourSheet(String(globals.theme)),
  play: async ({ canvasElement }) => {
    await findByRole(canvasElement, 'heading', { name: 'Colours' });
  },
};
export default meta;

export const Light: StoryObj = {};

export const Dark: StoryObj = { globals: { theme: 'dark' } };

import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect } from 'storybook/test';
import { renderColourSheet } from './colour-sheet.js';
import { graphicPairs, textPairs } from './contrast.js';

/**
 * Every colour token with its value, and the contrast wherever one is used on another. The figures are computed in this page,
 * from the styles of the elements. WCAG 2.2 asks for a contrast of 4.5 to 1 for text, and of 3 to 1 for what has to be
 * seen to use a control.
 */
const meta: Meta = {
  title: 'Design/Colours and contrast',
  render: (_, { globals }) => renderColourSheet(String(globals.theme)),
  play: async ({ canvasElement }) => {
    const root = canvasElement.querySelector('colour-sheet')!.shadowRoot!;
    await expect(root.querySelectorAll('.figure')).toHaveLength(textPairs.length + graphicPairs.length);
    await expect(root.querySelectorAll('.fails')).toHaveLength(0);
  },
};
export default meta;

export const Light: StoryObj = {};

export const Dark: StoryObj = { globals: { theme: 'dark' } };

import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import manifest from '../custom-elements.json';
import '../src/define.js';

setCustomElementsManifest(manifest);

const preview: Preview = {
  tags: ['autodocs'],
  parameters: { a11y: { test: 'error' }, layout: 'fullscreen' },
  globalTypes: {
    theme: {
      description: 'Colour scheme',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    direction: {
      description: 'Direction of writing',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
    language: {
      description: 'Language',
      toolbar: {
        icon: 'globe',
        items: 'en ar de es fr he hi it ja ko nl pl pt tr zh'.split(' '),
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr', language: 'en' },
  decorators: [
    (story, { globals }) =>
      html`<div
        dir=${String(globals.direction)}
        lang=${String(globals.language)}
        style="color-scheme: ${String(globals.theme)}; padding: 24px; background: light-dark(#eceef2, #0d0f13); color: light-dark(#14171f, #eef0f5)"
      >
        ${story()}
      </div>`,
  ],
};

export default preview;

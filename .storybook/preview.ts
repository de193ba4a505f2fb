import type { Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import { action } from 'storybook/actions';
import '../src/define.js';
import { elements, eventNames } from '../stories/manifest.js';
import { layOutRows } from '../stories/screen.js';
import { extractArgTypes } from './arg-types.js';
import { initialGlobals, toolbars } from './toolbars.js';

const rightToLeft = ['ar', 'he'];

/** Logs the events of the elements in the actions panel. Prevents navigation, because a story has no other pages. */
function logEvent(event: Event): void {
  if (event.type === 'nudge-navigate') event.preventDefault();
  action(event.type)(event instanceof CustomEvent ? event.detail : undefined);
}

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    // The rule is off by default, since WCAG asks for targets of 24 px only since version 2.2.
    a11y: { test: 'error', config: { rules: [{ id: 'target-size', enabled: true }] } },
    layout: 'fullscreen',
    docs: {
      extractArgTypes,
      extractComponentDescription: (tagName: string) =>
        elements.find((element) => element.tagName === tagName)?.description ?? '',
    },
    options: {
      storySort: {
        order: [
          'Guide',
          ['Embedding', 'Theming', 'Accessibility', 'Content limits'],
          'Elements',
          'Compositions',
          'Content',
          'Theme',
        ],
      },
    },
  },
  globalTypes: toolbars,
  initialGlobals,
  beforeEach: ({ canvasElement }) => {
    // Adding the same listener again has no effect.
    for (const name of eventNames) canvasElement.addEventListener(name, logEvent);
  },
  afterEach: ({ canvasElement }) => layOutRows(canvasElement),
  decorators: [
    (story, { globals, viewMode }) => {
      const { theme, direction, language } = globals as Record<string, string>;
      const dir = direction !== 'auto' ? direction : rightToLeft.includes(language ?? '') ? 'rtl' : 'ltr';
      return html`<div
        dir=${dir ?? 'ltr'}
        lang=${language ?? 'en'}
        style="color-scheme: ${theme}; box-sizing: border-box; min-block-size: ${viewMode === 'docs' ? 'auto' : '100vh'}; padding: 24px; font-family: system-ui, sans-serif; background: light-dark(#eceef2, #0d0f13); color: light-dark(#14171f, #eef0f5)"
      >
        ${story()}
      </div>`;
    },
  ],
};

export default preview;

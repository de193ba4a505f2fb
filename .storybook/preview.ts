import type { Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import { action } from 'storybook/actions';
import { configure } from 'storybook/test';
import '../src/badge.js';
import '../src/define.js';
import { definePanel } from '../src/elements/define-panel.js';
import { elements, eventNames } from '../stories/manifest.js';
import { layOutRows } from '../stories/screen.js';
import StoryPage from '../stories/story-page.mdx';
import { extractArgTypes } from './arg-types.js';
import { setFrameWidth } from './frame-on-page.js';
import { initialGlobals, toolbars } from './toolbars.js';

// Every element is there before a story renders.
definePanel();

const rightToLeft = ['ar', 'he'];

/** Logs the events of the elements in the actions panel. Prevents navigation, because a story has no other pages. */
function logEvent(event: Event): void {
  if (event.type === 'nudge-navigate') event.preventDefault();
  action(event.type)(event instanceof CustomEvent ? event.detail : undefined);
}

// Only to end what hangs: much loads in a page with many frames, and a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    a11y: {
      test: 'error',
      // Off by default, since WCAG asks for targets of 24 px only since version 2.2.
      config: { rules: [{ id: 'target-size', enabled: true }] },
      // Of what passes, one element for each rule: a list of all would be most of what a test sends to its runner.
      options: { resultTypes: ['violations', 'incomplete'] },
    },
    layout: 'fullscreen',
    docs: {
      page: StoryPage,
      toc: { headingSelector: 'h2, h3' },
      extractArgTypes,
      extractComponentDescription: (tagName: string) =>
        elements.find((element) => element.tagName === tagName)?.description ?? '',
    },
    options: {
      storySort: {
        order: [
          'Welcome',
          'Design',
          [
            'Colours and contrast',
            'Accent colour',
            'Custom properties',
            'Parts',
            'Content limits',
            'Reference',
          ],
          'Elements',
          ['Bell', 'Inbox', 'Notification', 'Preferences', 'Avatar'],
          'Examples',
          'Documentation',
          [
            'Contents',
            'Start',
            ['Getting started', 'Your backend', 'Troubleshooting'],
            'Frameworks',
            ['Plain HTML', 'React', 'Vue', 'Svelte', 'Angular'],
            'Features',
            ['Sources', 'Read state and privacy', 'Tabs', 'Preferences', 'Content'],
            'Look and language',
            ['Theming', 'Localization', 'Accessibility'],
            'Reference',
            ['Elements', 'Headless use', 'Server client', 'The public types'],
            'Operation',
          ],
        ],
      },
    },
  },
  globalTypes: toolbars,
  initialGlobals,
  beforeEach: ({ canvasElement, globals, parameters }) => {
    // Adding the same listener again has no effect.
    for (const name of eventNames) canvasElement.addEventListener(name, logEvent);
    const { viewport } = globals as { viewport?: { value?: string } };
    setFrameWidth({ min: Number(parameters.minWidth), isMobile: viewport?.value !== undefined });
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

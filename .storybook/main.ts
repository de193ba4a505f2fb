import type { StorybookConfig } from '@storybook/web-components-vite';
import { mergeConfig } from 'vite';
import { manifestPlugin } from './manifest-plugin.js';

const config: StorybookConfig = {
  stories: ['../stories/**/*.mdx', '../stories/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: {
    name: '@storybook/web-components-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  staticDirs: [
    { from: '../demo/public', to: '/' },
    // For `npx serve`, which otherwise drops the query that names the story: only the address of the folder has an index.
    { from: './static', to: '/' },
  ],
  viteFinal: (vite) =>
    mergeConfig(vite, {
      plugins: [manifestPlugin()],
      // Prebundling them together prevents several copies of Lit.
      optimizeDeps: {
        include: [
          'lit',
          'lit/html.js',
          'lit/directive-helpers.js',
          'lit/directives/guard.js',
          'storybook/actions',
          '@lit/task',
          'zod/mini',
          'eventsource-parser/stream',
          'hono',
        ],
      },
    }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
};

export default config;

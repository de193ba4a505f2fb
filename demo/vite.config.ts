import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import { shopServer } from './backend/plugin.js';
import { Shop } from './backend/shop.js';

const source = resolve(import.meta.dirname, '../src');

/** Whether a browser could be opened: neither on a build machine nor without a display. */
function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  return !CI && (process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY));
}

export function demoConfig(shop: Shop): UserConfig {
  return {
    root: import.meta.dirname,
    publicDir: 'public',
    // Only of its own pages: the apps beside them install their own.
    optimizeDeps: { entries: ['*.html'] },
    cacheDir: resolve(source, '../node_modules/.vite/demo'),
    // Every page comes from the shop's own server, and an address that it does not know is no page.
    appType: 'custom',
    plugins: [shopServer(shop)],
    resolve: {
      alias: [
        { find: /^nudge-inbox$/, replacement: resolve(source, 'index.ts') },
        { find: /^nudge-inbox\/define$/, replacement: resolve(source, 'define.ts') },
      ],
    },
    server: { host: '127.0.0.1', port: 5173, open: hasDisplay() },
  };
}

export default defineConfig(demoConfig(new Shop()));

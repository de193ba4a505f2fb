import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import { shopServer } from './backend/plugin.js';
import { openStore } from './backend/open-store.js';
import { Shop } from './backend/shop.js';

const source = resolve(import.meta.dirname, '../src');

/** Whether a browser can be opened, which needs a display and makes no sense in CI. */
function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  return !CI && (process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY));
}

export function demoConfig(shop: Shop): UserConfig {
  return {
    root: import.meta.dirname,
    publicDir: 'public',
    cacheDir: resolve(source, '../node_modules/.vite/demo'),
    // The shop serves every page itself, and Vite must not fall back to `index.html`.
    appType: 'custom',
    plugins: [shopServer(shop)],
    resolve: {
      alias: [
        { find: /^nudge-inbox$/, replacement: resolve(source, 'index.ts') },
        { find: /^nudge-inbox\/toasts$/, replacement: resolve(source, 'toasts.ts') },
        { find: /^nudge-inbox\/define$/, replacement: resolve(source, 'define.ts') },
      ],
    },
    server: { host: '127.0.0.1', port: 5173, open: hasDisplay() },
  };
}

export default defineConfig(async () => demoConfig(await Shop.open(await openStore())));

import { resolve } from 'node:path';
import type { UserConfig } from 'vite';
import { shopServer } from './backend/plugin.js';
import type { Shop } from './backend/shop.js';

const source = resolve(import.meta.dirname, '../src');

/** Whether a browser can be opened, which needs a display and makes no sense in CI. */
function hasDisplay(): boolean {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  return !CI && (process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY));
}

/** Serves the demo with this shop. */
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
        { find: /^nudge-inbox\/trace$/, replacement: resolve(source, 'trace.ts') },
        { find: /^nudge-inbox\/define$/, replacement: resolve(source, 'define.ts') },
      ],
    },
    server: { host: '127.0.0.1', port: 5173, open: hasDisplay() },
  };
}

import type { Plugin } from 'vite';
export function noLibraryGlobals(): Plugin;
export function onlyOlderDecorators(): Plugin;

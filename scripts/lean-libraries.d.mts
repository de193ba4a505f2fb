import type { Plugin } from 'vite';
export function leanLibraries(): Plugin;

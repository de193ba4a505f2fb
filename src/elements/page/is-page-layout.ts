import { warnOnce } from '../../common/warn.js';

/** An attribute that is removed is null. */
const known: readonly unknown[] = ['panel', 'page', null, undefined];

/** Whether a value of `layout` is that of a full page. Warns of one that is unknown, which counts as the default. */
export function isPageLayout(layout: unknown): boolean {
  if (!known.includes(layout)) warnOnce(`<nudge-inbox> cannot use layout ${String(layout)}: it uses panel.`);
  return layout === 'page';
}

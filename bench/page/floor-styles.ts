import type { CSSResultGroup } from 'lit';
import { NudgeInbox, NudgeNotification } from '../../src/index.js';

function toText(group: CSSResultGroup): string[] {
  if (Array.isArray(group)) return group.flatMap(toText);
  return 'cssText' in group ? [group.cssText] : [];
}

/**
 * The styles of the list and of its cards as one sheet for one shadow root. They come from the elements themselves:
 * a list of style modules kept here once missed the one that makes the list scroll.
 */
export const floorStyles = [
  ...new Set([
    ...toText(NudgeInbox.styles),
    // Cards without a list have no `[role=article]` around them.
    '.row { content-visibility: auto; contain-intrinsic-block-size: auto 110px }',
    ...toText(NudgeNotification.styles),
  ]),
].join('\n');

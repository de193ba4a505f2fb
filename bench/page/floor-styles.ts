import { attachmentStyles } from '../../src/elements/attachments.styles.js';
import { NudgeAvatar } from '../../src/elements/avatar.js';
import { inboxStyles } from '../../src/elements/inbox.styles.js';
import { notificationStyles } from '../../src/elements/notification.styles.js';
import { placeholderStyles } from '../../src/elements/placeholder.js';
import { base } from '../../src/styles/base.js';
import { tokens } from '../../src/styles/tokens.js';

const own = [NudgeAvatar.styles].flat(3).at(-1);
const avatar = own && 'cssText' in own ? own.cssText : '';

/** The elements' own styles as one sheet for one shadow root, where the selectors of a face need their place. */
export const floorStyles = [
  tokens.cssText,
  base.cssText,
  placeholderStyles.cssText,
  inboxStyles.cssText,
  // Cards alone have no list around them.
  '.row { content-visibility: auto; contain-intrinsic-block-size: auto 110px }',
  notificationStyles.cssText,
  attachmentStyles.cssText,
  avatar
    .replaceAll(':host', '.face')
    .replace(/^\s*\.root \{[^}]*\}/m, '')
    .replace(/^\s*(img|svg) \{/gm, '.avatar $1 {'),
].join('\n');

import { attachmentStyles } from '../../src/elements/notification/attachments.styles.js';
import { faceStyles } from '../../src/elements/avatar/render-avatar.js';
import { inboxStyles } from '../../src/elements/inbox/inbox.styles.js';
import { notificationStyles } from '../../src/elements/notification/notification.styles.js';
import { placeholderStyles } from '../../src/elements/shared/placeholder.js';
import { base } from '../../src/styles/base.js';
import { tokens } from '../../src/styles/tokens.js';

/** The elements' own styles as one sheet for one shadow root. */
export const floorStyles = [
  tokens.cssText,
  base.cssText,
  placeholderStyles.cssText,
  inboxStyles.cssText,
  // Cards alone have no list around them.
  '.row { content-visibility: auto; contain-intrinsic-block-size: auto 110px }',
  faceStyles.cssText,
  notificationStyles.cssText,
  attachmentStyles.cssText,
].join('\n');

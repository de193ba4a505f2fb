import { attachmentStyles } from '../../src/elements/attachments.styles.js';
import { faceStyles } from '../../src/elements/face.js';
import { inboxStyles } from '../../src/elements/inbox.styles.js';
import { notificationStyles } from '../../src/elements/notification.styles.js';
import { placeholderStyles } from '../../src/elements/placeholder.js';
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

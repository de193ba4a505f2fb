import type { CSSResult } from 'lit';
import { base } from '../../styles/base.js';
import { content } from '../../styles/content.js';
import { avatarSize, avatarStyles } from '../avatar/avatar.styles.js';
import { cardPartStyles } from './card-parts.styles.js';
import { menuStyles } from '../shared/menu.styles.js';
import { cardStyles } from './card.styles.js';
import { surfaceStyles } from './surface.styles.js';
import { imageViewerStyles } from './image-viewer/image-viewer.styles.js';

/** Everything that a shadow root with a card needs, but for the tokens: those of the list around it are inherited. */
export const cardViewStyles: CSSResult[] = [
  base,
  content,
  avatarSize,
  avatarStyles,
  surfaceStyles,
  cardStyles,
  cardPartStyles,
  menuStyles,
  imageViewerStyles,
];

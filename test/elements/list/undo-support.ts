import { cards, queryOne } from '../support.js';
import type { Feed } from './feed-support.js';

export const readButton = (feed: Feed, index: number): HTMLElement =>
  queryOne(cards(feed.inbox)[index]!, '.tools button:first-child');
export const dismissButton = (feed: Feed, index: number): HTMLElement =>
  queryOne(cards(feed.inbox)[index]!, '.tools button:last-child');
export const undoButton = (feed: Feed): HTMLElement => queryOne(feed.inbox, '.undo button');

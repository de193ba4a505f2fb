import { css, type CSSResult } from 'lit';
import { tokens } from '../../styles/tokens.js';
import { base } from '../../styles/base.js';
import { content } from '../../styles/content.js';
import { avatarSize } from '../avatar/avatar.styles.js';
import { menuStyles } from '../shared/menu.styles.js';
import { surfaceStyles } from '../card/surface.styles.js';
import { placeholderStyles } from '../shared/placeholder.styles.js';
import { panelStyles } from '../shared/panel.styles.js';
import { fullPageStyles } from '../full-page/full-page-layout.styles.js';
import { listToolsStyles } from '../selection/list-tools.styles.js';
import { tabBarStyles } from './tab-bar.styles.js';

const own = css`
  .inbox {
    display: contents;
  }

  nudge-list {
    position: relative;
    display: block;
  }

  nudge-preferences {
    flex: var(--_list-flex, 1);
    min-block-size: 0;
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }

  [slot='back'] {
    margin-inline-start: -8px;
  }

  [slot='back']:dir(rtl) {
    scale: -1 1;
  }

  /* Chromium before 120. */
  @supports not selector(:dir(rtl)) {
    :host-context([dir='rtl']) [slot='back'] {
      scale: -1 1;
    }
  }

  .filter-row {
    display: grid;
  }

  /* What is selected takes the place of the filters: nothing moves. */
  .filter-row > * {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }

  .filters {
    display: flex;
    gap: 8px;
    padding-inline: 16px 10px;
    border-block-end: 1px solid var(--_border);
  }

  .panel-menu-button svg {
    stroke-width: 3;
  }

  .filters > [role='group'] {
    display: flex;
    flex: 1;
    gap: 16px;
    min-inline-size: 0;
  }

  .filter,
  .tab {
    display: flex;
    flex: none;
    gap: 6px;
    align-items: center;
    justify-content: center;
    min-inline-size: 24px;
    padding: 6px 6px 11px;
    margin: 0 -6px -1px;
    color: var(--_text-muted);
    font-weight: 550;
  }

  .filter:hover,
  .tab:hover {
    color: var(--_text);
  }

  /* Within the button: around it, the list would cover the ring. */
  .filter:focus-visible,
  .tab:focus-visible {
    border-radius: 6px 6px 0 0;
    outline-offset: -2px;
  }

  .filter[aria-pressed='true'],
  .tab[aria-selected='true'] {
    padding-block-end: 9px;
    border-block-end: 2px solid;
    border-color: var(--_accent-text);
    color: var(--_text);
  }

  .count {
    min-inline-size: 1.5em;
    padding-inline: 6px;
    border-radius: 1em;
    background: var(--_surface-sunken);
    color: var(--_text-muted);
    font-size: 0.86em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    line-height: 1.5;
    text-align: center;
  }

  [aria-pressed='true'] .count,
  [aria-selected='true'] .count {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }

  /* A dot, while the number is not known. */
  .count:empty {
    min-inline-size: 0;
    padding: 0;
    border: 4px solid;
    border-color: var(--_accent-text);
    border-radius: 50%;
  }

  .chip {
    display: flex;
    gap: 4px;
    align-items: center;
    min-inline-size: 0;
    margin-block: 4px 6px;
    margin-inline-start: auto;
    padding-block: 2px;
    padding-inline: 10px 6px;
    border: 1px solid transparent;
    border-radius: 999px;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-weight: 550;
  }

  .chip:hover {
    border-color: currentColor;
  }

  .chip bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .chip svg {
    inline-size: 14px;
    block-size: 14px;
  }

  .below-list {
    display: grid;
  }

  /* The styles of the page come first. */
  ::slotted([slot='footer']:not([hidden])) {
    display: block;
    padding: 10px 16px;
    border-block-start: 1px solid var(--_border);
  }

  /* Over the list, so that nothing in it moves; in view where the whole panel scrolls. */
  .above-list {
    position: sticky;
    inset-block-start: 0;
    z-index: 4;
    display: grid;
    justify-items: center;
    block-size: 0;
  }

  .arrivals {
    margin: 8px;
    padding: 5px 14px;
    border: 1px solid transparent;
    border-radius: 999px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.93em;
    font-weight: 600;
  }

  @media (pointer: coarse) {
    .filter,
    .tab,
    .chip,
    .arrivals {
      min-inline-size: 44px;
      min-block-size: 44px;
    }

    .chip {
      margin-block: 0;
    }
  }

  .day {
    padding-block-end: 6px;
    /* Covers the line at the top of the card below. By one pixel more, since its own layer may be rounded to whole pixels. */
    margin-block-end: -2px;
  }

  /* Keeps its place for the first card below it. */
  .day.pending {
    visibility: hidden;
  }

  [role='article'] {
    position: relative;
    content-visibility: auto;
    contain-intrinsic-block-size: auto var(--_row-height, calc(110px * var(--_density)));
    overflow-clip-margin: 1px;
    scroll-margin-block-start: 2.6em;
  }

  /* Above the card, in line with its texts. */
  .snoozed-until {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 0;
    padding-block: 10px 4px;
    padding-inline: calc(var(--_card-start, 16px) + 12px + var(--_avatar-size)) 16px;
    color: var(--_text-muted);
    font-size: 0.86em;
  }

  .snoozed-until svg {
    inline-size: 14px;
    block-size: 14px;
  }

  /* The rows with which a list begins have their height when they appear. */
  .initial,
  /* WebKit would not show what is slotted into them. */
  .custom {
    content-visibility: visible;
  }

  /* Room for the checkboxes, from the start: a row gets one once it is loaded. */
  .selectable {
    --_card-start: 46px;
  }

  .selectable .custom-content {
    padding-inline-start: var(--_card-start);
  }

  /* A notification of ours in the card of the page leaves the dot, the tools and the room for the checkbox to the row. */
  .custom-card {
    flex: 1;
    min-inline-size: 0;
    --_of-row: none;
    --_card-start: initial;
  }

  .custom-content {
    display: flex;
    align-items: start;
  }

  .custom-content > .dot {
    inset-block-start: calc(12px * var(--_density) + 0.7em - 4px);
    z-index: 1;
  }

  .row-menu {
    margin: 4px;
  }

  .row-menu svg {
    stroke-width: 3;
  }

  /* With a hovering pointer, it appears on hover or focus, as the tools of a card do. */
  @media (hover: hover) {
    .row-menu {
      opacity: 0;
    }

    .custom-content:is(:hover, :focus-within) .row-menu {
      opacity: 1;
    }
  }

  /* A touch, which does not hover, must not press what it cannot see. */
  @media (any-pointer: coarse) {
    .row-menu {
      opacity: 1;
    }
  }

  [data-selected] {
    --_card-selected: var(--_accent-soft);
  }

  [role='article']:focus-visible {
    outline: none;
  }

  /* Above the card, whose background would cover it. */
  [role='article']:focus-visible::before {
    content: '';
    position: absolute;
    inset: 3px;
    z-index: 2;
    outline: 2px solid var(--_accent-text);
    border-radius: 10px;
    pointer-events: none;
  }

  /* Arrived since the list was shown last. */
  @media (forced-colors: none) {
    [data-new]:not(:focus-visible)::before {
      content: '';
      position: absolute;
      inset: 0;
      z-index: 2;
      background: var(--_accent-text);
      opacity: 0;
      pointer-events: none;
      animation: highlight 2.5s ease-in;
    }
  }

  @keyframes highlight {
    from {
      opacity: 0.16;
    }
  }

  /* No sibling selector: each arrival would invalidate the styles of all rows. */
  [role='article']:not(:first-child)::after,
  .placeholder + .placeholder::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: calc(var(--_card-start, 16px) + 12px + var(--_avatar-size)) 16px;
    border-block-start: 1px solid var(--_border);
  }

  .placeholder {
    position: relative;
    /* Reserves what most cards need. */
    min-block-size: var(--_row-height, calc(110px * var(--_density)));
  }

  /*
   * While the list opens, its cards appear from the top down: what comes after the last of them is hidden, and skeletons that
   * stand still are shown in its place. So nothing moves that is visible, however high the cards are.
   */
  .opening {
    position: relative;
  }

  .backdrop {
    position: absolute;
    inset: 0;
    overflow: clip;
    animation: pulse 1.6s ease-in-out infinite;
  }

  .load-more {
    padding: 12px 16px;
    text-align: center;
  }

  /* All as one, since each animation takes time in each frame. */
  .backdrop > .placeholder > *,
  .opening .placeholder > * {
    animation: none;
  }

  .opening > .loaded,
  .opening > .day {
    background: var(--_surface);
  }

  /* The row that comes next stays readable for assistive technology, which says that it is loading. */
  .opening .pending > *,
  .opening .pending::after,
  .opening .below-next,
  .opening ~ .end {
    visibility: hidden;
  }

  /* Cards set their visibility themselves. */
  .opening .below-next > * {
    opacity: 0;
    pointer-events: none;
  }

  .notice {
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 8px 16px;
    background: var(--_surface-sunken);
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .notice .art {
    display: contents;
  }

  .notice p {
    flex: 1;
  }

  .notice svg {
    inline-size: 16px;
    block-size: 16px;
  }

  /* The whole list, however high the page lets it be, without what cannot be pressed on paper. */
  @media print {
    :host {
      block-size: auto !important;
      max-block-size: none !important;
      overflow: visible !important;
      box-shadow: none;
    }

    .root,
    .root > .inbox:not([hidden]),
    .root:not(.reading) > .inbox > .list,
    .wide > .inbox > .list {
      display: block !important;
      inline-size: auto !important;
      overflow: visible !important;
    }

    [role='article'] {
      content-visibility: visible;
      break-inside: avoid;
    }

    .day {
      position: static;
    }

    :is(button, .select, .tabs, .filter-row, .above-list, .below-list, .search, .placeholder),
    .wide > .detail {
      display: none !important;
    }
  }
`;

export const inboxStyles: CSSResult[] = [
  tokens,
  base,
  content,
  avatarSize,
  placeholderStyles,
  surfaceStyles,
  panelStyles,
  menuStyles,
  own,
  tabBarStyles,
  listToolsStyles,
  fullPageStyles,
];

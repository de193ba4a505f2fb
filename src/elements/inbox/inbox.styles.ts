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
import { listStyles } from '../list/list.styles.js';
import { listToolsStyles } from '../selection/list-tools.styles.js';
import { tabBarStyles } from './tab-bar.styles.js';

const own = css`
  .inbox {
    display: contents;
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

  /* The button may come late. Its place beside the heading is reserved, so that nothing moves then. */
  .preferences-place {
    flex: none;
    inline-size: max(32px, 2em);
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
    flex-wrap: wrap;
    gap: 0 16px;
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

  /* One that is wider than the panel has its count below its word. */
  .filter {
    flex-flow: row wrap;
    flex-shrink: 1;
    gap: 0 6px;
  }

  @media (hover: hover) {
    .filter:hover,
    .tab:hover {
      color: var(--_text);
    }
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

  /* The line below all of them has the colour of theirs there. */
  @media (forced-colors: active) {
    .filter[aria-pressed='true'],
    .tab[aria-selected='true'] {
      padding-block-end: 7px;
      border-block-end: 4px solid Highlight;
    }
  }

  /* A count comes late, and changes. There is always room for the largest one, so that nothing moves. */
  .count-place {
    display: grid;
    justify-items: start;
    min-inline-size: 2.6em;
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

  /* As wide as its text, or as what is left of the line if that is not too narrow. */
  .chip {
    display: flex;
    flex: 1 1 6em;
    gap: 4px;
    align-items: center;
    min-inline-size: 0;
    max-inline-size: max-content;
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

  @media (hover: hover) {
    .chip:hover {
      border-color: currentColor;
    }
  }

  .chip bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .chip svg {
    inline-size: max(14px, 1.1em);
    block-size: max(14px, 1.1em);
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
    .preferences-place {
      min-inline-size: 44px;
    }

    .filter,
    .tab,
    .chip,
    .arrivals {
      min-inline-size: 44px;
      min-block-size: 44px;
    }

    /* In the middle of what is 44 pixels high. */
    .filter,
    .tab {
      padding-block-start: 11px;
    }

    /* The transparent border only enlarges the target. */
    .chip {
      margin-block: 0;
      border-width: 8px 0;
      border-radius: 14px / 22px;
      background-clip: padding-box;
    }
  }

  /* Every border is visible there. */
  @media (pointer: coarse) and (forced-colors: active) {
    .chip {
      border-width: 1px;
      border-radius: 999px;
    }
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
    inline-size: max(16px, 1.15em);
    block-size: max(16px, 1.15em);
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
  listStyles,
  tabBarStyles,
  listToolsStyles,
  fullPageStyles,
];

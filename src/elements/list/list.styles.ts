import { css, type CSSResult } from 'lit';

/** For the shadow root of the inbox, into which the list renders. */
export const listStyles: CSSResult = css`
  nudge-list {
    position: relative;
    display: block;
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
    padding-inline: calc(var(--_card-start, 16px) + var(--_avatar-column) + var(--_avatar-gap)) 16px;
    color: var(--_text-muted);
    font-size: 0.86em;
  }

  .snoozed-until svg {
    inline-size: max(14px, 1.1em);
    block-size: max(14px, 1.1em);
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
    inset-inline: calc(var(--_card-start, 16px) + var(--_avatar-column) + var(--_avatar-gap)) 16px;
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

  @media print {
    [role='article'] {
      content-visibility: visible;
      break-inside: avoid;
    }

    .day {
      position: static;
    }
  }
`;

import { css, type CSSResult } from 'lit';

export const cardStyles: CSSResult = css`
  .card {
    display: grid;
    grid-template-columns: var(--_avatar-column) minmax(0, 1fr);
    gap: 0 var(--_avatar-gap);
    padding: calc(12px * var(--_density)) 16px calc(14px * var(--_density));
    padding-inline-start: var(--_card-start, 16px);
    cursor: auto;
  }

  .pressable {
    cursor: pointer;
  }

  dialog {
    cursor: auto;
  }

  .content {
    grid-column: 2;
  }

  .avatars {
    display: var(--_avatar-display, block);
    position: relative;
    block-size: var(--_avatar-size);
    border-radius: var(--nudge-avatar-radius, 50%);
    --_group-size: var(--_avatar-size);
  }

  /* For fingers, larger than it looks. */
  @media (pointer: coarse) {
    a.avatars::after {
      content: '';
      position: absolute;
      inset: -2px;
    }
  }

  .several {
    border-radius: 10px;
  }

  /* They share the room of one. */
  .several .avatar {
    --_avatar-size: calc(var(--_group-size) * 0.6);
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    box-shadow: 0 0 0 2px var(--_card);
    font-size: calc(var(--_avatar-size) * 0.4);
  }

  .several .avatar:nth-of-type(2) {
    inset-block-start: 40%;
    inset-inline-start: 40%;
  }

  .rest {
    background: var(--_surface-sunken);
    color: var(--_text-muted);
  }

  .top {
    display: flex;
    gap: 8px;
    align-items: baseline;
  }

  /* Of one weight, read or not: its line breaks stay. */
  .title {
    flex: 1 70%;
    font-weight: 600;
    text-wrap: pretty;
  }

  .important {
    position: relative;
    margin-inline-end: 4px;
    color: var(--_danger);
  }

  .important svg {
    inline-size: 1.15em;
    block-size: 1.15em;
    stroke-width: 2;
    vertical-align: -0.2em;
  }

  /* The link covers the whole card, below the other controls. */
  .item-link::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  .item-button {
    position: absolute;
    inset: 0;
    padding: 0;
    cursor: inherit;
  }

  .item-link:focus-visible {
    outline: none;
  }

  .item-button:focus-visible,
  .item-link:focus-visible::after {
    outline: 2px solid;
    outline-color: var(--_accent-text);
    outline-offset: -3px;
    border-radius: 10px;
  }

  a.avatars,
  .content :is(a, button):not(.item-link, .item-button),
  .tools {
    position: relative;
    z-index: 1;
  }

  /* Above the link, so that they can be selected. */
  :is(.subtitle, .body) {
    position: relative;
    z-index: 1;
  }

  /* A finger that explores the page with a screen reader finds the button in its place. */
  @media (hover: hover) {
    .title[aria-hidden] {
      position: relative;
      z-index: 1;
    }
  }

  .when {
    display: flex;
    align-items: center;
  }

  time {
    unicode-bidi: plaintext;
    font-size: 0.86em;
    color: var(--_text-muted);
    white-space: nowrap;
  }

  /* Text of the other direction still starts at the inline start of the card. */
  [dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }

  .subtitle {
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .body {
    margin-block-start: 2px;
    white-space: pre-line;
  }

  .address {
    color: var(--_accent-text);
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }

  .card:not(.unread) .body {
    color: var(--_text-muted);
  }

  .clamped {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    /* In Chromium, the ellipsis of a text of the other direction lies beside the box. */
    overflow: visible clip;
  }

  .title.clamped {
    -webkit-line-clamp: 2;
  }

  .body.clamped {
    -webkit-line-clamp: 3;
  }

  .subtitle.clamped {
    word-break: break-all;
  }

  .address:focus-visible {
    outline-offset: 0;
  }

  /* Else it would cut off the ring. */
  .body:has(.address:focus-visible) {
    overflow: visible;
  }

  /* Its text is as far from what follows as from what it continues. */
  @media (pointer: coarse) {
    .content > .link-button {
      margin-block-end: calc(-10px * var(--_density));
    }
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: calc(12px * var(--_density));
  }

  .primary {
    border-color: var(--_accent-text);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  @media (hover: hover) {
    .primary:hover:where(:not([aria-disabled='true'])) {
      background: var(--_accent-hover);
    }
  }

  .tertiary {
    border-color: transparent;
    background: none;
    color: var(--_accent-text);
    padding-inline: 8px;
  }

  [aria-busy='true'] {
    cursor: progress;
  }

  .actions svg {
    inline-size: max(16px, 1.15em);
    block-size: max(16px, 1.15em);
    margin-inline: -2px 4px;
  }

  .answer {
    display: flex;
    gap: 6px;
    align-self: center;
    font-size: 0.93em;
    font-weight: 600;
  }

  .answer svg {
    /* Beside the first line. */
    align-self: start;
    margin-block-start: 0.15em;
    margin-inline: 0;
    color: var(--_accent-text);
    stroke-width: 2.5;
  }

  @media (forced-colors: active) {
    .answer svg {
      color: inherit;
    }
  }

  .answer time {
    font-weight: 400;
  }

  .failure,
  .success {
    inline-size: 100%;
    color: var(--_danger);
    font-size: 0.93em;
  }

  .success {
    color: var(--_text-muted);
  }

  .tools {
    display: var(--_of-row, flex);
    gap: 4px;
    margin-block: -4px;
  }

  .tools .icon-button {
    inline-size: 28px;
    block-size: 28px;
  }

  @media (hover: hover) {
    .tools .icon-button:hover {
      background: var(--_surface-sunken);
    }
  }

  .tools svg {
    inline-size: max(16px, 1.15em);
    block-size: max(16px, 1.15em);
  }

  /* Larger than its icon, up to the edges of the card. */
  .when .more-button {
    display: var(--_of-row, grid);
    inline-size: 44px;
    block-size: 44px;
    margin-block: -12px;
    /* Between the time and the icon there are 6 pixels. */
    margin-inline: calc(max(16px, 1.15em) / 2 - 16px) -13px;
    border: 0;
    border-radius: 50%;
    background: none;
  }

  .more-button svg {
    stroke-width: 3;
  }

  .more-button:focus-visible {
    outline-offset: -8px;
  }

  /* With a hovering pointer, the tools take the place of the time on hover or focus. */
  @media (hover: hover) {
    .when {
      display: grid;
      justify-items: end;
    }

    .when > * {
      grid-area: 1 / 1;
    }

    .when .more-button {
      grid-column: 2;
    }

    .tools {
      opacity: 0;
      pointer-events: none;
    }

    /* In a narrow list, the third one lies over the end of the title, which needs the room while the tools are hidden. */
    .when[data-crowded] {
      flex: 0 1000 92px;
    }

    [data-crowded] .tools {
      margin-inline-start: -32px;
      background: linear-gradient(var(--_card), var(--_card)) center / 100% 20px no-repeat;
    }

    .card:hover .tools,
    .when:focus-within .tools {
      opacity: 1;
    }

    /* A touch, which does not hover, must not press what it cannot see. */
    .card:hover .tools button {
      pointer-events: auto;
    }

    .card:hover .when time:not(:only-child),
    .when:focus-within time {
      opacity: 0;
    }
  }
`;

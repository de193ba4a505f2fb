import { css, type CSSResult } from 'lit';

export const cardStyles: CSSResult = css`
  .card {
    position: relative;
    display: grid;
    grid-template-columns: max(40px, var(--nudge-avatar-size, 40px)) minmax(0, 1fr);
    gap: 0 12px;
    padding: 12px 16px 14px;
    background: var(--_surface);
  }

  .card:hover {
    background: var(--_surface-hover);
  }

  .dot {
    position: absolute;
    inset-inline-start: 4px;
    inset-block-start: 28px;
    border: 4px solid;
    border-color: var(--_accent-text);
    border-radius: 50%;
  }

  .avatars {
    position: relative;
    min-block-size: 40px;
  }

  .avatars[data-count='2'] {
    --nudge-avatar-size: 28px;
  }

  .avatars[data-count='3'] {
    --nudge-avatar-size: 24px;
  }

  .avatars:not([data-count='1']) > * {
    position: absolute;
    border-radius: var(--nudge-avatar-radius, 50%);
    box-shadow: 0 0 0 2px var(--_surface);
  }

  .card:hover .avatars:not([data-count='1']) > * {
    box-shadow: 0 0 0 2px var(--_surface-hover);
  }

  .avatars > * {
    inset-block-start: 0;
    inset-inline-start: 0;
  }

  .avatar-link {
    display: block;
  }

  .avatars[data-count='2'] > :nth-child(2) {
    inset-block-start: 12px;
    inset-inline-start: 12px;
  }

  .avatars[data-count='3'] > :nth-child(1) {
    inset-inline-start: 8px;
  }

  .avatars[data-count='3'] > :nth-child(2) {
    inset-block-start: 16px;
  }

  .avatars[data-count='3'] > :nth-child(3) {
    inset-block-start: 16px;
    inset-inline-start: 16px;
  }

  .top {
    display: flex;
    gap: 8px;
    align-items: baseline;
  }

  .title {
    flex: 1;
    font-weight: 550;
    text-wrap: pretty;
  }

  .unread .title {
    font-weight: 600;
  }

  /* The link covers the whole card, below the other controls. */
  .item-link::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  .item-link:focus-visible {
    outline: none;
  }

  .item-link:focus-visible::after {
    outline: 2px solid;
    outline-color: var(--_accent-text);
    outline-offset: -3px;
    border-radius: 10px;
  }

  .avatars a,
  .content :is(a:not(.item-link), button),
  .tools {
    position: relative;
    z-index: 1;
  }

  .avatars:not([data-count='1']) a {
    position: absolute;
  }

  .when {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    justify-content: end;
    max-inline-size: 80px;
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

  .body.clamped {
    display: -webkit-box;
    -webkit-line-clamp: 3;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
  }

  .primary {
    border-color: var(--_accent-text);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .primary:hover {
    background: var(--_accent-hover);
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
    inline-size: 16px;
    block-size: 16px;
    margin-inline: -2px 4px;
  }

  .failure {
    inline-size: 100%;
    color: var(--_danger);
    font-size: 0.93em;
  }

  .tools {
    display: flex;
    gap: 4px;
    margin-block: -2px;
  }

  .tools .icon-button {
    inline-size: 28px;
    block-size: 28px;
    background: var(--_surface);
    box-shadow: 0 0 0 1px var(--_border);
  }

  .tools svg {
    inline-size: 16px;
    block-size: 16px;
  }

  /* With a hovering pointer, the tools appear on hover or focus, below the time. */
  @media (hover: hover) {
    .when {
      max-inline-size: none;
    }

    .tools {
      position: absolute;
      inset-block-start: 100%;
      inset-inline-end: 0;
      opacity: 0;
    }

    .card:hover .tools,
    .tools:focus-within {
      opacity: 1;
    }
  }
`;

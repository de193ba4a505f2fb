import { css, type CSSResult } from 'lit';

export const fullPageStyles: CSSResult = css`
  .search {
    display: grid;
    gap: 6px;
    padding-inline: 16px;
    padding-block-end: 8px;
  }

  .search-field {
    inline-size: 100%;
    min-inline-size: 0;
    margin: 0;
    padding: 6px 10px;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_control-radius);
    background: var(--_surface);
    color: inherit;
    font: inherit;
    appearance: none;
  }

  .search-field::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }

  /* A cross in the color of secondary text: Chromium and WebKit draw it in a color of their own. */
  @media (forced-colors: none) {
    .search-field::-webkit-search-cancel-button {
      --_stroke: transparent calc(50% - 1px), var(--_text-muted) 0 calc(50% + 1px), transparent 0;

      inline-size: 24px;
      block-size: 24px;
      margin-block: -4px;
      margin-inline: 4px -6px;
      background:
        linear-gradient(45deg, var(--_stroke)) center / 10px 10px no-repeat,
        linear-gradient(-45deg, var(--_stroke)) center / 10px 10px no-repeat;
      cursor: pointer;
      appearance: none;
    }
  }

  .search-result {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    align-items: center;
    justify-content: space-between;
    min-block-size: 24px;
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .search-result .link-button {
    font-size: inherit;
  }

  .wide {
    flex-direction: row;
  }

  .wide > .inbox:not([hidden]) {
    display: flex;
    flex-direction: column;
    flex: none;
    inline-size: clamp(360px, 34%, 420px);
    min-block-size: 0;
    border-inline-end: 1px solid var(--_border);
  }

  .detail {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 0;
    overflow-y: auto;
  }

  .choose {
    block-size: 100%;
    align-content: center;
  }

  .detail-bar {
    position: sticky;
    inset-block-start: 0;
    z-index: 3;
    display: flex;
    gap: 4px;
    align-items: center;
    justify-content: flex-end;
    min-block-size: 54px;
    padding-inline: 16px 10px;
    border-block-end: 1px solid var(--_border);
    background: var(--_surface);
  }

  .back {
    display: flex;
    gap: 4px;
    align-items: center;
    min-block-size: 32px;
    margin-inline: -8px auto;
    padding: 0 8px 0 4px;
    border-radius: var(--_control-radius);
    font-weight: 600;
  }

  @media (hover: hover) {
    .back:hover {
      background: var(--_surface-hover);
    }
  }

  .back:dir(rtl) svg {
    scale: -1 1;
  }

  /* Chromium before 120. */
  @supports not selector(:dir(rtl)) {
    :host-context([dir='rtl']) .back svg {
      scale: -1 1;
    }
  }

  @media (pointer: coarse) {
    .search-field,
    .back {
      min-block-size: 44px;
    }
  }

  /* In the place of the list, of which only the line with the undo button and the choices of snoozing stay. */
  .reading:not(.wide) > .inbox > :not(.list, .below-list),
  .reading:not(.wide) > .inbox > .list > :not(dialog) {
    display: none;
  }

  .reading:not(.wide) > .inbox > .list {
    display: contents;
  }

  .reading:not(.wide) .below-list {
    order: 1;
  }

  .wide [aria-current] {
    --_card-selected: var(--_accent-soft);
  }

  .wide [aria-current='true']::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline: 0 auto;
    z-index: 1;
    border: 0;
    border-inline-start: 3px solid;
    border-color: var(--_accent-text);
    pointer-events: none;
  }
`;

const wholeCard = css`
  .card {
    padding: 20px 24px 32px;
    --_card: var(--_surface);
  }

  @media (hover: hover) {
    .card:hover {
      --_card: var(--_surface);
    }
  }

  .top {
    flex-wrap: wrap;
  }

  .title {
    flex: 1 0 100%;
    border-radius: 4px;
    font-size: 1.43em;
    line-height: 1.3;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  .item-link {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }

  .item-link::after {
    content: none;
  }

  .item-link:focus-visible {
    outline: 2px solid;
    outline-color: var(--_accent-text);
    outline-offset: 2px;
  }

  time {
    white-space: normal;
  }

  .root.card .body {
    max-inline-size: 68ch;
    margin-block-start: 14px;
    color: inherit;
    font-size: 1.07em;
    line-height: 1.55;
  }

  .images {
    max-inline-size: 640px;
    margin-block-start: 18px;
  }

  .chips {
    margin-block-start: 14px;
  }

  .actions {
    margin-block-start: 18px;
  }
`;

export const wholeCardStyles: CSSResult[] = [wholeCard];

import { css, type CSSResult } from 'lit';

/**
 * The base styles of every element. `.root` resets the properties inherited from the page, apart from direction and
 * colour scheme. Transparent borders and outlines become visible in forced colours mode.
 */
export const base: CSSResult = css`
  :host {
    display: block;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  .root {
    all: initial;
    display: block;
    color-scheme: inherit;
    color: var(--_text);
    font: 400 medium / 1.45 var(--_font);
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
  }

  /* Relative to the font size that the user has set for the browser, whatever sizes the page has. */
  .root > * {
    font-size: var(--_size);
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  button {
    margin: 0;
    font: inherit;
    color: inherit;
    cursor: pointer;
    border: 0;
    background: none;
  }

  /* What is drawn beside text grows with large text. */
  svg {
    inline-size: max(18px, 1.2em);
    block-size: max(18px, 1.2em);
    flex: none;
    stroke: currentColor;
    fill: none;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  :focus-visible {
    outline: 2px solid;
    outline-color: var(--_accent-text);
    outline-offset: 2px;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .icon-button {
    display: grid;
    place-items: center;
    inline-size: max(32px, 2em);
    block-size: max(32px, 2em);
    padding: 0;
    border: 1px solid transparent;
    border-radius: var(--_control-radius);
    color: var(--_text-muted);
  }

  @media (hover: hover) {
    .icon-button:hover:where(:not([aria-disabled='true'])) {
      background: var(--_surface-hover);
      color: var(--_text);
    }
  }

  /* Fingers need larger targets: https://developer.apple.com/design/human-interface-guidelines/buttons */
  @media (pointer: coarse) {
    .icon-button {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }

  .tooltip {
    inset: auto;
    max-inline-size: min(20em, calc(100vw - 8px));
    margin: 0;
    padding: 2px 8px;
    border: 1px solid transparent;
    border-radius: 6px;
    background: var(--_text);
    color: var(--_surface);
    font-size: 0.86em;
    font-weight: 500;
    line-height: 1.5;
  }

  /* iOS zooms the page into a field whose text is smaller, and stays there. */
  @media (pointer: coarse) {
    :is(input, select, textarea) {
      font-size: max(16px, 1em) !important;
    }
  }

  /* What is open in front of the page is not on paper. It keeps its box, without which it would close. */
  @media print {
    :is(dialog, [popover]),
    dialog::backdrop {
      opacity: 0 !important;
      transition: none !important;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;

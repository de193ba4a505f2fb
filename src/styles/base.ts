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
    font: 400 var(--_size) / 1.45 var(--_font);
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h2,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  a {
    color: inherit;
    text-decoration: none;
  }

  button {
    margin: 0;
    font: inherit;
    color: inherit;
    cursor: pointer;
    border: 0;
    background: none;
  }

  svg {
    inline-size: 18px;
    block-size: 18px;
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
    inline-size: 32px;
    block-size: 32px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: var(--_control-radius);
    color: var(--_text-muted);
  }

  .icon-button:hover {
    background: var(--_surface-hover);
    color: var(--_text);
  }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    font-size: 0.93em;
    font-weight: 600;
    line-height: 20px;
    border-radius: var(--_control-radius);
    padding: 5px 12px;
    border: 1px solid var(--_border-strong);
    background: var(--_surface);
    color: var(--_text);
  }

  .button:hover {
    background: var(--_surface-hover);
  }

  .link-button {
    min-block-size: 24px;
    padding: 0;
    color: var(--_accent-text);
    font-size: 0.93em;
    font-weight: 600;
  }

  .link-button:hover {
    text-decoration: underline;
  }

  [aria-disabled='true'] {
    opacity: 0.6;
    cursor: default;
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

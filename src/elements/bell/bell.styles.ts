import { css, type CSSResult } from 'lit';
import { tokens } from '../../styles/tokens.js';
import { base } from '../../styles/base.js';

const own = css`
  :host {
    display: inline-block;
    vertical-align: middle;
  }

  .root {
    position: relative;
    /* The badge stays at the button, where the page gives the bell more room. */
    inline-size: fit-content;
    /* That of the header around it. */
    color: inherit;
  }

  .bell {
    display: grid;
    place-items: center;
    inline-size: max(40px, calc(40em / 14));
    block-size: max(40px, calc(40em / 14));
    padding: 0;
    border: 1px solid transparent;
    border-radius: 10px;
    anchor-name: --nudge-bell;
  }

  .bell[aria-expanded='true'] {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }

  @media (hover: hover) {
    .bell:hover {
      background: color-mix(in srgb, currentColor 10%, transparent);
    }
  }

  .bell:focus-visible {
    outline-color: currentColor;
  }

  .bell[aria-busy='true'] > * {
    opacity: 0.5;
  }

  /* For fingers, larger than it looks: the page has laid out the bell. */
  @media (pointer: coarse) {
    .bell::after {
      content: '';
      position: absolute;
      inset: -2px;
    }
  }

  .bell svg {
    inline-size: 55%;
    block-size: 55%;
  }

  .failure {
    position: fixed;
    inset: auto;
    max-inline-size: min(20em, calc(100vw - 8px));
    margin: 0;
    padding: 10px 14px;
    border: 1px solid var(--_border);
    border-radius: 10px;
    background: var(--_surface);
    color: var(--_text);
    text-align: start;
  }

  .failure a {
    display: block;
    inline-size: fit-content;
    line-height: 24px;
    color: var(--_accent-text);
  }

  /* A badge beyond the edge of the page gives that nothing to scroll to. */
  .badge-layer {
    position: absolute;
    inset: 0;
    contain: layout;
    font-size: inherit;
    pointer-events: none;
  }

  /* Its inner corner stays beside the top of the bell: it grows outward and upward, with its digits and its font. */
  .badge {
    position: absolute;
    inset-block-end: calc(100% - 15px);
    inset-inline-start: calc(100% - 17px);
    min-inline-size: 1.65em;
    padding-inline: 0.4em;
    border: 1px solid transparent;
    border-radius: 1em;
    background: var(--_badge) padding-box;
    color: var(--_on-badge);
    font-size: calc(var(--_size) * 0.786);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    line-height: 1.65;
    text-align: center;
    white-space: nowrap;
  }

  /* A dot on the corner. */
  .badge:empty {
    inset-block-end: calc(100% - 8px);
    inset-inline-start: calc(100% - 8px);
    min-inline-size: 0;
    padding: 0;
    border: 6px solid;
    border-color: var(--_badge);
    border-radius: 50%;
  }

  @media print {
    .badge {
      display: none;
    }
  }
`;

export const bellStyles: CSSResult[] = [tokens, base, own];

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
  }

  .bell {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    padding: 0;
    border: 1px solid var(--_border);
    border-radius: 10px;
    background: var(--_surface);
    anchor-name: --nudge-bell;
  }

  .bell:hover,
  .bell[aria-expanded='true'] {
    background: var(--_surface-hover);
  }

  .bell svg {
    inline-size: 22px;
    block-size: 22px;
  }

  .badge {
    position: absolute;
    inset-block-start: -8px;
    inset-inline-end: -8px;
    min-inline-size: 22px;
    padding-inline: 5px;
    border: 2px solid var(--_surface);
    border-radius: 11px;
    background: var(--_badge);
    color: var(--_on-badge);
    font-size: 11px;
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    line-height: 18px;
    text-align: center;
    pointer-events: none;
  }

  .badge:empty {
    inset-block-start: -5px;
    inset-inline-end: -5px;
    min-inline-size: 0;
    padding: 4px;
    border-radius: 50%;
  }

  dialog {
    all: initial;
    position: fixed;
    display: none;
    color-scheme: inherit;
    border-radius: var(--_radius);
    overflow: visible;
  }

  dialog:popover-open,
  dialog:modal {
    display: flex;
    animation: appear 0.16s ease-out;
  }

  nudge-inbox {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 160px;
    background: var(--_surface);
  }

  dialog:popover-open {
    inline-size: min(400px, calc(100vw - 16px));
    max-block-size: min(720px, calc(100dvh - 24px));
    margin-block: 8px;
    inset: auto;
    position-anchor: --nudge-bell;
    position-area: self-block-end span-self-inline-start;
    position-try-fallbacks:
      flip-inline,
      flip-block,
      flip-block flip-inline,
      block-end span-all,
      block-start span-all;
  }

  @supports (position-area: block-end) {
    dialog:popover-open {
      max-block-size: min(720px, calc(100% - 16px));
      position-try-order: most-block-size;
    }
  }

  [data-placement='bottom-start']:popover-open {
    position-area: self-block-end span-self-inline-end;
  }

  [data-placement='top-end']:popover-open {
    position-area: self-block-start span-self-inline-start;
  }

  [data-placement='top-start']:popover-open {
    position-area: self-block-start span-self-inline-end;
  }

  dialog:modal {
    inset: auto 0 0;
    border-end-end-radius: 0;
    border-end-start-radius: 0;
    max-block-size: calc(100dvh - 40px);
    min-block-size: 50dvh;
  }

  /* A popover that was open before the page was zoomed is no modal sheet, but is placed like one. */
  @media (max-width: 479px), (max-height: 399px) {
    dialog:popover-open {
      position-area: none;
      inset: auto 0 0 !important;
      inline-size: auto;
      max-block-size: calc(100dvh - 40px) !important;
      margin: 0;
    }
  }

  dialog:modal nudge-inbox {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
    padding-block-end: env(safe-area-inset-bottom);
  }

  dialog::backdrop {
    background: none;
  }

  dialog:modal::backdrop {
    background: rgb(10 12 18 / 0.5);
  }

  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(8px);
    }
  }
`;

export const bellStyles: CSSResult[] = [tokens, base, own];

import { css, type CSSResult } from 'lit';

export const cardPartStyles: CSSResult = css`
  .images {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 6px;
    margin-block-start: calc(10px * var(--_density));
  }

  .image {
    position: relative;
    display: grid;
    place-items: center;
    inline-size: 100%;
    padding: 0;
    aspect-ratio: 16 / 10;
    overflow: hidden;
    border-radius: 10px;
    background: var(--_surface-sunken);
    color: var(--_text-muted);
    font-size: 0.93em;
    text-align: center;
  }

  .images :only-child .image {
    aspect-ratio: 16 / 9;
  }

  .images :only-child {
    grid-column: 1 / -1;
  }

  .image img {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  /* Readable on any picture. */
  .image .away {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-end: 6px;
    inline-size: 24px;
    block-size: 24px;
    padding: 5px;
    border-radius: 50%;
    background: rgb(10 12 18 / 0.6);
    color: #fff;
  }

  .more {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    background: rgb(10 12 18 / 0.6);
    color: #fff;
    font-size: 1.07em;
    font-weight: 600;
  }

  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-block-start: calc(10px * var(--_density));
  }

  .chips > li {
    display: flex;
    align-items: center;
    min-inline-size: 0;
    max-inline-size: 100%;
  }

  .chips .link-button {
    min-inline-size: 28px;
    min-block-size: 24px;
    padding-inline: 4px;
    border-radius: 999px;
  }

  .chips .link-button[aria-label] {
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    white-space: nowrap;
  }

  .one-line {
    flex-wrap: nowrap;
    align-items: center;
  }

  /* The last tag is cut first: beside such numbers, the others do not shrink by a visible part of a pixel. */
  .one-line > :nth-child(2) {
    flex-shrink: 1e5;
  }

  .one-line > :nth-child(3) {
    flex-shrink: 1e10;
  }

  .one-line > :nth-child(4) {
    flex-shrink: 0;
  }

  .one-line > li {
    min-inline-size: 40px;
  }

  .one-line .tag {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
  }

  .one-line bdi {
    word-break: break-all;
  }

  .file {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    max-inline-size: 100%;
    padding-block: 6px;
    padding-inline: 6px 10px;
    border: 1px solid var(--_border);
    border-radius: 9px;
    font-size: 0.93em;
  }

  @media (hover: hover) {
    a.file:hover {
      border-color: var(--_border-strong);
    }
  }

  .file svg {
    inline-size: 1.15em;
    block-size: 1.15em;
    color: var(--_text-muted);
  }

  @media (forced-colors: active) {
    .file svg {
      color: inherit;
    }
  }

  .kind {
    padding: 2px 4px;
    border: 1px solid transparent;
    border-radius: 5px;
    background: #e3e8f4;
    color: #2b3a5e;
    font-size: 0.77em;
    font-weight: 700;
    line-height: 1.3;
    letter-spacing: 0.03em;
    white-space: nowrap;
  }

  .kind-pdf {
    background: #fde7e4;
    color: #8f1d12;
  }

  .kind-csv,
  .kind-xls,
  .kind-xlsx {
    background: #dff3e6;
    color: #14532d;
  }

  .tag {
    display: inline-flex;
    gap: 5px;
    align-items: center;
    justify-content: center;
    max-inline-size: 100%;
    padding: 3px 8px;
    border: 1px solid var(--_border);
    border-radius: 999px;
    color: var(--_text-muted);
    font-size: 0.86em;
    font-weight: 500;
    line-height: 1.33;
  }

  :is(a, button).tag {
    border-color: transparent;
    background: color-mix(in srgb, var(--_text) 7%, transparent);
  }

  .tag .away {
    inline-size: 1em;
    block-size: 1em;
  }

  .away:dir(rtl) {
    scale: -1 1;
  }

  /* Chromium before 120. */
  @supports not selector(:dir(rtl)) {
    :host-context([dir='rtl']) .away {
      scale: -1 1;
    }
  }

  @media (hover: hover) {
    :is(a, button).tag:hover {
      color: var(--_text);
      text-decoration: underline;
    }
  }

  .tag img {
    inline-size: 1.17em;
    block-size: 1.17em;
    object-fit: contain;
    border-radius: 3px;
  }

  @media (pointer: coarse) {
    /* The transparent border only enlarges the target. */
    :is(a, button).tag {
      border-width: 9px 0;
      border-radius: 14px / 23px;
      background-clip: padding-box;
      padding-block: 5px;
    }

    .tags {
      row-gap: 0;
      margin-block: 0 -8px;
    }

    :is(a, button).tag,
    a.file,
    .chips .link-button,
    .one-line > li {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }

  /* Every border is visible there. */
  @media (pointer: coarse) and (forced-colors: active) {
    :is(a, button).tag {
      border-width: 1px;
      border-radius: 999px;
    }

    .tags {
      row-gap: 6px;
      margin-block: calc(10px * var(--_density)) 0;
    }
  }

  /* Paper cannot be pressed, but says what was decided. */
  @media print {
    .actions > :not(.answer),
    .actions:not(:has(.answer)),
    .tools,
    .link-button {
      display: none !important;
    }
  }
`;

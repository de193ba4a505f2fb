import { css, type CSSResult } from 'lit';

export const inboxStyles: CSSResult = css`
  :host {
    display: flex;
    flex-direction: column;
    overflow: hidden;
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
  }

  .root {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-block-size: 0;
    border: 1px solid transparent;
    border-radius: inherit;
    background: var(--_surface);
  }

  header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 54px;
    padding-block: 12px 8px;
    padding-inline: 16px 10px;
  }

  h2 {
    flex: 1;
    font-size: 16px;
    font-weight: 650;
    line-height: 24px;
    letter-spacing: -0.01em;
  }

  .filters {
    display: flex;
    gap: 16px;
    padding-inline: 16px;
    border-block-end: 1px solid var(--_border);
  }

  .filter {
    display: flex;
    gap: 6px;
    align-items: center;
    padding: 6px 0 11px;
    margin-block-end: -1px;
    color: var(--_text-muted);
    font-weight: 550;
  }

  .filter:hover {
    color: var(--_text);
  }

  .filter[aria-pressed='true'] {
    padding-block-end: 9px;
    border-block-end: 2px solid;
    border-color: var(--_accent-text);
    color: var(--_text);
  }

  .count {
    min-inline-size: 18px;
    padding-inline: 6px;
    border-radius: 9px;
    background: var(--_surface-sunken);
    color: var(--_text-muted);
    font-size: 12px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    line-height: 18px;
    text-align: center;
  }

  [aria-pressed='true'] .count {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }

  .filter svg {
    inline-size: 14px;
    block-size: 14px;
  }

  .stage {
    position: relative;
    display: flex;
    flex-direction: column;
    flex: 1;
    min-block-size: 0;
  }

  .arrivals {
    position: absolute;
    inset-block-start: 8px;
    inset-inline: 0;
    z-index: 3;
    inline-size: fit-content;
    margin-inline: auto;
    padding: 5px 14px;
    border: 1px solid transparent;
    border-radius: 999px;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.93em;
    font-weight: 600;
    box-shadow: var(--_shadow);
  }

  .list {
    flex: 1;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
  }

  .day {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    padding-block: 12px 5px;
    padding-inline: 16px;
    /* Over the line on top of the card below. */
    margin-block-end: -1px;
    background: var(--_surface);
    color: var(--_text-muted);
    font-size: 12px;
    font-weight: 600;
  }

  [role='article'] {
    position: relative;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 110px;
    scroll-margin-block-start: 36px;
  }

  [role='article']:focus-visible {
    outline: none;
  }

  /* Above the card, whose surface would hide it. */
  [role='article']:focus-visible::before {
    content: '';
    position: absolute;
    inset: 3px;
    z-index: 2;
    outline: 2px solid var(--_accent-text);
    border-radius: 10px;
    pointer-events: none;
  }

  /* Of no sibling: each arrival would have the browser look at the styles of all rows. */
  [role='article']:not(:first-child)::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: 68px 16px;
    border-block-start: 1px solid var(--_border);
  }

  .undo {
    display: flex;
    gap: 16px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 16px;
    border-block-start: 1px solid var(--_border);
    font-size: 0.93em;
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

  .empty {
    display: grid;
    place-items: center;
    gap: 4px;
    padding: 64px 40px 72px;
    text-align: center;
  }

  .art {
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    margin-block-end: 12px;
    border-radius: 50%;
    background: var(--_surface-sunken);
    color: var(--_text-muted);
  }

  .art svg {
    inline-size: 28px;
    block-size: 28px;
    stroke-width: 1.6;
  }

  .empty strong {
    font-size: 15px;
    font-weight: 650;
  }

  .empty p {
    max-inline-size: 30ch;
    color: var(--_text-muted);
    text-wrap: balance;
  }

  .empty .button {
    margin-block-start: 12px;
  }

  .notice svg {
    inline-size: 16px;
    block-size: 16px;
  }
`;

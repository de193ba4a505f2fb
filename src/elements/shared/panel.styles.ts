import { css, type CSSResult } from 'lit';

/** The styles that the notifications and the preferences share. */
export const panelStyles: CSSResult = css`
  :host {
    display: flex;
    flex-direction: column;
    overflow: hidden;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  .root {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-block-size: 0;
    background: var(--_surface);
    overflow-y: auto;
  }

  header,
  .header-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
  }

  header {
    min-block-size: 54px;
    padding-block: 12px 8px;
    padding-inline: 16px 10px;
    touch-action: var(--_grab, auto);
  }

  /* The buttons are larger there. */
  @media (pointer: coarse) {
    header {
      padding-block: 6px 4px;
    }
  }

  /* Below a heading beside whose longest word they have no room. */
  .header-buttons {
    justify-content: end;
    margin-inline-start: auto;
  }

  h2 {
    flex: 1;
    max-inline-size: 100%;
    overflow-wrap: break-word;
    border-radius: 4px;
    font-size: 1.14em;
    font-weight: 650;
    line-height: 1.5;
    letter-spacing: -0.01em;
  }

  /* A slot has no box by default, and Chromium then ignores the touch-action that it inherits from the header. */
  h2 slot {
    display: block;
  }

  /* The bell's panel sets these properties: on low screens the whole panel scrolls, not the list alone. */
  .list {
    flex: var(--_list-flex, 1);
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: var(--_overscroll, auto);
  }

  /* The message below it, about why nothing is listed, takes the place of the list. */
  .list.bare {
    flex: none;
  }

  .day,
  .section {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    padding-block: calc(12px * var(--_density)) 4px;
    padding-inline: 16px;
    background: var(--_surface);
    color: var(--_text-muted);
    font-size: 0.86em;
    font-weight: 600;
  }

  .undo,
  .foot {
    display: flex;
    gap: 16px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 16px;
    border-block-start: 1px solid var(--_border);
    font-size: 0.93em;
  }

  /* On low screens the whole panel scrolls, not the list alone: these stay at its end, in view. */
  .undo-place,
  .below-list {
    position: sticky;
    inset-block-end: 0;
    z-index: 3;
    background: var(--_surface);
  }

  .undo > button {
    flex: none;
  }

  @media (pointer: coarse) {
    .undo,
    .foot {
      padding-block: 0;
    }
  }

  .empty {
    flex: var(--_list-flex, initial);
    display: grid;
    place-items: center;
    gap: 4px;
    padding: min(64px, 18vh) 40px min(72px, 18vh);
    overflow-y: auto;
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
    font-size: 1.07em;
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
`;

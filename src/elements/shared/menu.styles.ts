import { css, type CSSResult } from 'lit';

export const menuStyles: CSSResult = css`
  .menu {
    inset: auto;
    box-sizing: border-box;
    max-inline-size: calc(100% - 16px);
    margin: 0;
    padding: 6px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }

  .menu::backdrop {
    background: none;
  }

  .menu hr {
    margin: 6px 12px;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }

  .menu h2 {
    padding: 8px 12px 0;
    font-size: 1em;
  }

  .menu p {
    max-inline-size: 280px;
    margin: 0;
    padding: 8px 12px;
    color: var(--_text-muted);
  }

  .menu button {
    display: flex;
    gap: 12px;
    align-items: center;
    inline-size: 100%;
    min-block-size: 44px;
    padding-inline: 12px 20px;
    border-radius: var(--_control-radius);
    text-align: start;
  }

  /* A hint that has no room beside its action is below it. */
  .menu .words {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    column-gap: 24px;
    justify-content: space-between;
    min-inline-size: 0;
  }

  .menu .hint {
    color: var(--_text-muted);
  }

  .menu form {
    display: flex;
    flex-flow: row wrap;
    gap: 8px;
    align-items: end;
    margin: 6px 12px 0;
    padding-block: 8px;
    border-block-start: 1px solid var(--_border);
  }

  .menu label {
    flex: 1 1 auto;
    inline-size: max(250px, 14em);
    min-inline-size: 0;
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .menu input {
    box-sizing: border-box;
    display: block;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 44px;
    margin-block-start: 4px;
    padding-inline: 8px;
    border: 1px solid var(--_border);
    border-radius: var(--_control-radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    /* A whole date and time, whatever the size of the text. */
    font-size: min(1em, max(16px, 5.5vw));
    color-scheme: inherit;
  }

  @media (pointer: coarse) {
    .menu input {
      font-size: max(16px, min(1em, 5.5vw)) !important;
    }
  }

  .menu form button {
    inline-size: auto;
    margin-inline: auto -12px;
    padding-inline: 12px;
    color: var(--_accent-text);
    font-weight: 600;
  }

  .menu button:focus-visible {
    outline-offset: -2px;
  }
`;

import { css, type CSSResult } from 'lit';

export const menuStyles: CSSResult = css`
  .menu {
    inset: auto;
    box-sizing: border-box;
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

  .menu .hint {
    margin-inline-start: auto;
    padding-inline-start: 24px;
    color: var(--_text-muted);
  }

  .menu form {
    display: flex;
    flex-flow: row wrap;
    gap: 8px;
    align-items: end;
    padding: 8px 12px;
    border-block-start: 1px solid var(--_border);
    margin-block-start: 6px;
  }

  .menu label {
    flex: 1;
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .menu input {
    box-sizing: border-box;
    display: block;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block-start: 4px;
    padding-inline: 8px;
    border: 1px solid var(--_border);
    border-radius: var(--_control-radius);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    color-scheme: inherit;
  }

  .menu form button {
    inline-size: auto;
    padding-inline: 12px;
    color: var(--_accent-text);
    font-weight: 600;
  }

  .menu button:focus-visible {
    outline-offset: -2px;
  }
`;

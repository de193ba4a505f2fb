import { css, type CSSResult } from 'lit';

export const cardMenuStyles: CSSResult = css`
  .menu {
    inset: auto;
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

  .menu button:focus-visible {
    outline-offset: -2px;
  }
`;

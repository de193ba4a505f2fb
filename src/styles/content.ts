import { css, type CSSResult } from 'lit';

/** The styles of texts, links, lists and text buttons: of what only the panel contains. */
export const content: CSSResult = css`
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

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    font-size: 0.93em;
    font-weight: 600;
    line-height: 1.54;
    border-radius: var(--_control-radius);
    padding: 5px 12px;
    border: 1px solid var(--_border-strong);
    background: var(--_surface);
    color: var(--_text);
  }

  @media (hover: hover) {
    .button:hover:where(:not([aria-disabled='true'])) {
      background: var(--_surface-hover);
    }
  }

  .link-button {
    min-block-size: 24px;
    padding: 0;
    border-radius: var(--_control-radius);
    color: var(--_accent-text);
    font-size: 0.93em;
    font-weight: 600;
  }

  @media (hover: hover) {
    .link-button:hover:where(:not([aria-disabled='true'])) {
      text-decoration: underline;
    }
  }

  @media (pointer: coarse) {
    .button,
    .link-button {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }

  [aria-disabled='true'] {
    opacity: 0.6;
    cursor: default;
  }
`;

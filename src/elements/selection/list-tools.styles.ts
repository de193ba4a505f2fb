import { css, type CSSResult } from 'lit';

export const listToolsStyles: CSSResult = css`
  .select {
    position: absolute;
    inset-block-start: calc(12px * var(--_density) + max(1.27em, var(--_avatar-column)) / 2 - 22px);
    inset-inline-start: 2px;
    z-index: 1;
    display: grid;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    margin: 0;
    appearance: none;
    border-radius: 10px;
    cursor: pointer;
  }

  /* Nobody knows how high the cards of the page are. */
  .custom:not(:has(nudge-card)) > .select {
    inset-block-start: 0;
  }

  .select:focus-visible {
    outline-offset: -8px;
  }

  .select::before {
    content: '';
    grid-area: 1 / 1;
    inline-size: 18px;
    block-size: 18px;
    border: 1.5px solid var(--_border-strong);
    border-radius: 5px;
    background: var(--_surface);
  }

  .select:checked::before {
    border-color: var(--_accent-text);
    background: var(--_accent);
  }

  .select:checked::after {
    content: '';
    grid-area: 1 / 1;
    inline-size: 6px;
    block-size: 11px;
    margin-block-end: 3px;
    border: solid var(--_on-accent);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }

  .selection:not(.visually-hidden) {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    align-items: center;
    padding-inline: 16px 12px;
    border-block-end: 1px solid var(--_border);
  }

  /* Both break between words before the buttons wrap, which would move the list. */
  .selection > :is([role='status'], .link-button) {
    inline-size: min-content;
    overflow-wrap: normal;
    line-height: 1.2;
  }

  .selection > [role='status'] {
    flex: 1 0 auto;
    font-weight: 600;
  }

  .selection > .link-button {
    margin-inline-start: auto;
    padding-inline: 4px;
    text-align: start;
  }

  @media (pointer: coarse) {
    .selection:not(.visually-hidden) {
      gap: 0;
      padding-inline-end: 6px;
    }
  }

  .selection:not(.visually-hidden) ~ .filters {
    visibility: hidden;
  }

  .shortcuts {
    inline-size: min(360px, 100vw - 16px);
    padding: 0;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }

  .shortcuts::backdrop {
    background: rgb(0 0 0 / 30%);
  }

  .shortcuts-content {
    padding: 12px 10px 12px 16px;
  }

  .shortcuts-top {
    display: flex;
    gap: 8px;
    align-items: center;
  }

  .shortcuts h3 {
    outline: none;
    flex: 1;
    margin: 0;
    font-size: 1.07em;
    font-weight: 650;
  }

  .shortcuts dl {
    margin-block: 8px 4px;
    margin-inline-end: 6px;
  }

  .shortcuts dl > div {
    display: flex;
    gap: 12px;
    align-items: center;
    min-block-size: 36px;
  }

  .shortcuts dt {
    display: flex;
    flex: none;
    gap: 4px;
    inline-size: 88px;
  }

  .shortcuts dd {
    margin: 0;
  }

  kbd {
    min-inline-size: 26px;
    padding: 1px 7px;
    border: 1px solid var(--_border-strong);
    border-radius: 6px;
    font: inherit;
    font-size: 0.93em;
    text-align: center;
  }
`;

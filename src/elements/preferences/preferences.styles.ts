import { css, type CSSResult } from 'lit';
import { tokens } from '../../styles/tokens.js';
import { base } from '../../styles/base.js';
import { content } from '../../styles/content.js';
import { panelStyles } from '../shared/panel.styles.js';

const own = css`
  header {
    border-block-end: 1px solid var(--_border);
  }

  h3 {
    margin: 0;
    font: inherit;
  }

  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 16px;
    align-items: center;
    padding: 12px 16px;
  }

  .row + .row {
    border-block-start: 1px solid var(--_border);
  }

  .text span {
    display: block;
  }

  .name {
    font-weight: 600;
  }

  .description,
  .problem,
  .aside {
    color: var(--_text-muted);
    font-size: 0.93em;
  }

  .problem,
  .choice {
    grid-column: 1 / -1;
  }

  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin-block-start: 6px;
  }

  .button[aria-pressed='true'] {
    padding: 4px 11px;
    border: 2px solid;
    color: var(--_accent-text);
  }

  .problem .link-button {
    color: inherit;
    font: inherit;
    text-decoration: underline;
  }

  .failed {
    color: var(--_danger);
  }

  /* Drawn with borders, which stay visible in forced colours mode. The outer one only makes a target of 24 pixels. */
  .switch {
    position: relative;
    margin: -1px;
    --_knob: max(16px, 1.1em);
    inline-size: calc(2 * var(--_knob) + 6px);
    block-size: calc(var(--_knob) + 8px);
    padding: 3px;
    border: 1px solid transparent;
    border-radius: var(--_knob);
    background: var(--_border-strong) padding-box;
    outline-offset: 1px;
  }

  .switch,
  .switch::before {
    transition: 0.15s;
  }

  .switch::before {
    content: '';
    display: block;
    inline-size: var(--_knob);
    border: calc(var(--_knob) / 2) solid #fff;
    border-radius: 50%;
  }

  /* For fingers, larger than it looks. */
  @media (pointer: coarse) {
    .switch::after {
      content: '';
      position: absolute;
      inset: -11px -4px;
    }
  }

  .switch[aria-checked='true'] {
    background-color: var(--_accent);
  }

  .switch[aria-checked='true']::before {
    margin-inline-start: calc(var(--_knob) - 2px);
    border-color: var(--_on-accent);
  }

  .switch[aria-busy='true']::before {
    opacity: 0.7;
  }

  .foot {
    justify-content: flex-end;
  }
`;

export const preferencesStyles: CSSResult[] = [tokens, base, content, panelStyles, own];

import { css, type CSSResult } from 'lit';
import { base } from '../../styles/base.js';
import { content } from '../../styles/content.js';
import { tokens } from '../../styles/tokens.js';
import { avatarSize } from '../avatar/avatar.styles.js';

const own = css`
  /* It has a box, but takes no place in the page. */
  :host {
    position: fixed;
    inline-size: 0;
    block-size: 0;
  }

  /* By percentages: in WebKit, the units of a shared style sheet may not follow the window. */
  .stack {
    position: fixed;
    inset: auto;
    inset-block-end: 0;
    inset-inline-end: 0;
    flex-direction: column;
    gap: 8px;
    box-sizing: border-box;
    inline-size: calc(380em / 14 + 32px);
    block-size: auto;
    max-inline-size: 100%;
    max-block-size: 100%;
    margin: 0;
    padding: max(16px, env(safe-area-inset-top)) max(16px, env(safe-area-inset-right))
      max(16px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left));
    border: 0;
    background: none;
    color: inherit;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: none;
    /* The page between and beside the toasts can be used. */
    pointer-events: none;
    transition: 0.18s ease-out;
    transition-property: opacity, translate;
  }

  .stack:popover-open {
    display: flex;
  }

  .stack:focus {
    outline: none;
  }

  @starting-style {
    .stack:popover-open {
      opacity: 0;
      translate: 0 16px;
    }
  }

  [data-placement^='top'] {
    inset-block: 0 auto;
  }

  [data-placement$='start'] {
    inset-inline: 0 auto;
  }

  .list {
    display: contents;
  }

  /* Room for the shadows, which are clipped. */
  @media (min-width: 480px) {
    .stack {
      inline-size: calc(380em / 14 + 64px);
      padding-inline-start: 48px;
    }

    [data-placement$='start'] {
      padding-inline: max(16px, env(safe-area-inset-left)) 48px;
    }
  }

  .more,
  .list > * {
    position: relative;
    flex: none;
    pointer-events: auto;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  .list > * {
    overflow: clip;
    scroll-margin-block: 16px;
  }

  .more {
    align-self: center;
    min-block-size: 32px;
    padding: 4px 16px;
    border-radius: 999px;
    color: var(--_text);
    font-size: 0.93em;
    font-weight: 600;
  }

  @media (hover: hover) {
    .more:hover {
      background: var(--_surface-hover);
    }
  }

  .close {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    z-index: 1;
    display: grid;
    background: var(--_surface);
  }

  /* It would cover the text that is pulled below it. */
  nudge-toast[data-pulled] + .close {
    opacity: 0;
  }

  .close svg {
    inline-size: max(16px, 1.15em);
    block-size: max(16px, 1.15em);
  }

  [role='article']:focus-visible {
    outline: 2px solid;
    outline-color: var(--_accent-text);
    outline-offset: 2px;
  }

  @media (pointer: coarse) {
    .more {
      min-block-size: 44px;
    }

    .close {
      inset-block-start: 2px;
      inset-inline-end: 2px;
    }
  }
`;

export const toastsStyles: CSSResult[] = [tokens, avatarSize, base, content, own];

import { css, type CSSResult } from 'lit';

export const swipeStyles: CSSResult = css`
  :host {
    position: relative;
    touch-action: pan-y pinch-zoom;
  }

  .swipe {
    position: absolute;
    inset: 0;
    display: flex;
    gap: 8px;
    align-items: center;
    padding-inline: calc(var(--_card-start, 16px) + 4px) 20px;
    background: var(--_accent-soft);
    color: var(--_accent-text);
    font-weight: 600;
  }

  .backward {
    justify-content: end;
    background: color-mix(in srgb, var(--_danger) 10%, var(--_surface));
    color: var(--_danger);
  }

  .far {
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .far.backward {
    background: var(--_danger);
    color: var(--_surface);
  }

  @media (forced-colors: active) {
    .far {
      border: 3px solid Highlight;
    }
  }
`;

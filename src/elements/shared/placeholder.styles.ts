import { css, type CSSResult } from 'lit';

export const placeholderStyles: CSSResult = css`
  .placeholder {
    display: grid;
    grid-template-columns: var(--_avatar-column) minmax(0, 1fr);
    gap: 0 var(--_avatar-gap);
    padding: calc(12px * var(--_density)) 16px calc(14px * var(--_density));
    padding-inline-start: var(--_card-start, 16px);
    background: var(--_surface);
  }

  .placeholder > :last-child {
    grid-column: 2;
  }

  .bone {
    block-size: 11px;
    margin-block-start: 7px;
    /* For forced colours, which have no backgrounds. */
    border: 1px solid transparent;
    border-radius: 6px;
    background: var(--_surface-sunken);
  }

  /* Not each bone: the browser would have a layer for every one of them. */
  .placeholder > * {
    animation: pulse 1.6s ease-in-out infinite;
  }

  .bone.round {
    display: var(--_avatar-display, block);
    block-size: var(--_avatar-size);
    margin: 0;
    border-radius: 50%;
  }

  .bone.short {
    inline-size: 70%;
    margin-block: 4px 10px;
  }

  .bone.long {
    inline-size: 82%;
  }

  /* Nothing is loading. */
  .stopped .placeholder > * {
    animation: none;
  }

  @keyframes pulse {
    50% {
      opacity: 0.55;
    }
  }

  .failure-row {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: calc(14px * var(--_density)) 16px;
    padding-inline-start: var(--_card-start, 16px);
    /* Like a card, since the page around it may have any background. */
    background: var(--_card-selected, var(--_surface));
    color: var(--_text-muted);
  }

  .failure-row span {
    flex: 1;
  }
`;

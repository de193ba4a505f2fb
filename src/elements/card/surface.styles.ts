import { css, type CSSResult } from 'lit';

/** What a card and a row with a card of the page have in common: the background and the dot, which say whether it is unread. */
export const surfaceStyles: CSSResult = css`
  .surface {
    position: relative;
    background: var(--_card);
    --_card: var(--_card-selected, var(--_surface));
  }

  :where(.surface).unread {
    --_card: var(--_card-selected, color-mix(in srgb, var(--_accent-soft) 60%, var(--_surface)));
  }

  @media (hover: hover) {
    .surface:hover {
      --_card: var(--_surface-hover);
    }

    :where(.surface).unread:hover {
      --_card: var(--_accent-soft);
    }
  }

  .dot {
    --_dot: clamp(4px, 0.25em, 6px);
    display: var(--_of-row, block);
    position: absolute;
    inset-inline-start: calc(8px - var(--_dot));
    /* In the middle of the avatar, else of the first line. */
    inset-block-start: calc(12px * var(--_density) + max(1.45em, var(--_avatar-column)) / 2 - var(--_dot));
    border: var(--_dot) solid;
    border-color: var(--_accent-text);
    border-radius: 50%;
  }
`;

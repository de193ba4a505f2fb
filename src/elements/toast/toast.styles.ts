import { css, type CSSResult } from 'lit';

/** What a card has other than in a list. */
export const toastStyles: CSSResult = css`
  /* The place of the close button, which the toast has instead of the time and the tools. */
  .when {
    visibility: hidden;
    inline-size: 24px;
    block-size: 24px;
    overflow: hidden;
  }

  .card,
  .unread {
    --_card: var(--_surface);
  }

  @media (hover: hover) {
    .card:hover {
      --_card: var(--_surface-hover);
    }
  }

  .dot,
  .chips {
    display: none;
  }

  .title.clamped {
    -webkit-line-clamp: 2;
  }

  .body.clamped {
    -webkit-line-clamp: 2;
  }

  /* A picture shows what it is about, but leaves room for other toasts. */
  .image,
  .images :only-child .image {
    aspect-ratio: auto;
    block-size: 104px;
  }

  @media (max-width: 479px), (max-height: 479px) {
    .images {
      display: none;
    }
  }

  .swipe,
  .backward {
    background: var(--_surface-sunken);
    color: var(--_text-muted);
  }

  .far,
  .far.backward {
    background: var(--_surface-sunken);
    color: var(--_text);
  }
`;

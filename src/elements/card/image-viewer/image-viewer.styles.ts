import { css, type CSSResult } from 'lit';

/** Dark in both themes, so that pictures of any colours stand out. */
export const imageViewerStyles: CSSResult = css`
  .viewer {
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    padding: max(8px, env(safe-area-inset-top)) max(8px, env(safe-area-inset-right))
      max(8px, env(safe-area-inset-bottom)) max(8px, env(safe-area-inset-left));
    border: 0;
    outline: 0;
    overscroll-behavior: contain;
    touch-action: manipulation;
    background: rgb(10 12 18 / 0.94);
    color: #fff;
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / 100%;
    gap: 8px;
  }

  .viewer::backdrop {
    background: none;
  }

  /* Only what can be scrolled itself, if by one pixel, keeps wheel and fingers from scrolling the page. */
  .viewer::after {
    content: '';
    position: absolute;
    inset-block-start: 100%;
    block-size: 1px;
    inline-size: 1px;
  }

  .viewer,
  .pictures,
  .picture {
    scrollbar-width: none;
  }

  :is(.viewer, .pictures, .picture)::-webkit-scrollbar {
    display: none;
  }

  .pictures {
    grid-area: 2 / 1;
    display: flex;
    overflow: auto hidden;
    scroll-snap-type: x mandatory;
  }

  .picture {
    flex: none;
    display: grid;
    grid-template: 100% / 100%;
    place-items: center;
    inline-size: 100%;
    padding-inline: 8px;
    scroll-snap-align: center;
    scroll-snap-stop: always;
    container-type: size;
  }

  .picture:focus-visible {
    outline-offset: -3px;
  }

  /* Not by percentages of the grid area: WebKit lays out an enlarged picture by those of its size before. */
  .picture img {
    max-inline-size: 100cqi;
    max-block-size: 100cqb;
    object-fit: contain;
    cursor: zoom-in;
  }

  .picture p {
    padding-inline: 52px;
  }

  /* Two and a half times as large, within a grid area that is just as much larger. Positions count from the left. */
  .zoomed {
    grid-template: 250% / 250%;
    overflow: auto;
    direction: ltr;
  }

  .zoomed img {
    scale: 2.5;
    cursor: zoom-out;
  }

  .viewer > button {
    /* A double click would select what is nearest. */
    -webkit-user-select: none;
    user-select: none;
    grid-area: 2 / 1;
    place-self: center end;
    /* Above an enlarged picture. */
    z-index: 1;
    inline-size: 44px;
    block-size: 44px;
    background: rgb(10 12 18 / 0.6);
    color: #fff;
  }

  @media (hover: hover) {
    .viewer > button:hover {
      background: rgb(70 74 84 / 0.9);
    }
  }

  .viewer > :first-child {
    grid-row: 1;
  }

  .viewer > button:nth-child(3) {
    justify-self: start;
  }

  .viewer :focus-visible {
    outline-color: #fff;
  }

  .caption {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: center;
    justify-self: center;
    min-block-size: 44px;
    text-align: center;
  }

  .caption bdi + bdi {
    margin-inline-start: 6px;
    opacity: 0.75;
    white-space: nowrap;
  }

  .caption .button {
    min-block-size: 44px;
    padding-inline: 16px;
  }
`;

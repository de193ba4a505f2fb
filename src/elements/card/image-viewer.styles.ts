import { css, type CSSResult } from 'lit';

/** Dark in both themes, so that pictures of any colours stand out. */
export const imageViewerStyles: CSSResult = css`
  .viewer {
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    padding: max(8px, env(safe-area-inset-top)) 8px max(8px, env(safe-area-inset-bottom));
    border: 0;
    background: rgb(10 12 18 / 0.94);
    color: #fff;
  }

  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / 100%;
    gap: 8px;
  }

  .viewer > img,
  .viewer > p {
    grid-area: 2 / 1;
    place-self: center;
    max-inline-size: 100%;
    max-block-size: 100%;
    object-fit: contain;
  }

  .viewer > p {
    padding-inline: 52px;
  }

  .viewer > button {
    grid-area: 2 / 1;
    place-self: center end;
    inline-size: 44px;
    block-size: 44px;
    background: rgb(10 12 18 / 0.6);
    color: #fff;
  }

  .viewer > button:hover {
    background: rgb(70 74 84 / 0.9);
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
  }

  .caption .button {
    min-block-size: 44px;
    padding-inline: 16px;
  }
`;

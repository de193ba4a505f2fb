import { css, type CSSResult } from 'lit';
import { tokens } from '../../styles/tokens.js';
import { base } from '../../styles/base.js';

const own = css`
  :host {
    display: inline-block;
    vertical-align: middle;
  }

  .root {
    position: relative;
  }

  .bell {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    padding: 0;
    border: 1px solid var(--_border);
    border-radius: 10px;
    background: var(--_surface);
    anchor-name: --nudge-bell;
  }

  .bell:hover,
  .bell[aria-expanded='true'] {
    background: var(--_surface-hover);
  }

  /* For fingers, larger than it looks: the page has laid out the bell. */
  @media (pointer: coarse) {
    .bell::after {
      content: '';
      position: absolute;
      inset: -2px;
    }
  }

  .bell svg {
    inline-size: 22px;
    block-size: 22px;
  }

  /* Its inner corner stays beside the top of the bell: it grows outward and upward, with its digits and its font. */
  .badge {
    position: absolute;
    inset-block-end: calc(100% - 15px);
    inset-inline-start: calc(100% - 17px);
    min-inline-size: 1.65em;
    padding-inline: 0.4em;
    border: 1px solid transparent;
    border-radius: 1em;
    background: var(--_badge) padding-box;
    color: var(--_on-badge);
    font-size: calc(var(--_size) * 0.786);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    line-height: 1.65;
    text-align: center;
    white-space: nowrap;
    pointer-events: none;
  }

  /* A dot on the corner. */
  .badge:empty {
    inset-block-end: calc(100% - 8px);
    inset-inline-start: calc(100% - 8px);
    min-inline-size: 0;
    padding: 0;
    border: 6px solid;
    border-color: var(--_badge);
    border-radius: 50%;
  }

  /* One height while it is open, whatever it shows. A closed panel stays in place until it has faded. */
  dialog {
    all: initial;
    position: fixed;
    inset: auto;
    display: none;
    inline-size: min(calc(400em / 14), calc(100vw - 16px));
    block-size: calc(600em / 14);
    max-block-size: calc(100dvh - 24px);
    margin-block: 8px;
    color-scheme: inherit;
    border-radius: var(--_radius);
    overflow: visible;
    pointer-events: none;
    position-anchor: --nudge-bell;
    position-area: self-block-end span-self-inline-start;
    position-try-fallbacks:
      flip-inline,
      flip-block,
      flip-block flip-inline,
      block-end span-all,
      block-start span-all;
    --_closed: 0 8px;
    /* For the inbox: the end of its list does not scroll the page. */
    --_overscroll: contain;
  }

  dialog:popover-open,
  dialog:modal {
    display: flex;
    pointer-events: auto;
  }

  nudge-inbox {
    position: relative;
    flex: 1;
    min-inline-size: 0;
    background: var(--_surface);
    translate: var(--_closed);
  }

  /* Not the dialog of the panel: Safari 26 leaves that transparent, because it has position-try-fallbacks. */
  .sheet,
  :not(.sheet) > nudge-inbox {
    opacity: 0;
  }

  dialog,
  nudge-inbox {
    transition: 0.18s ease-out;
    transition-property: opacity, translate;
  }

  :is(:popover-open, :modal),
  :is(:popover-open, :modal) > nudge-inbox {
    opacity: 1;
    translate: none;
  }

  dialog:focus {
    outline: none;
  }

  /* Above its content, and within the screen. */
  [data-by-keyboard]:focus > nudge-inbox::after {
    content: '';
    position: absolute;
    inset: 0;
    z-index: 4;
    border: 2px solid var(--_accent-text);
    border-radius: inherit;
    pointer-events: none;
  }

  @starting-style {
    .sheet:is(:popover-open, :modal),
    :not(.sheet):is(:popover-open, :modal) > nudge-inbox {
      opacity: 0;
    }

    :is(:popover-open, :modal) > nudge-inbox {
      translate: var(--_closed);
    }
  }

  /* Without this property, a closed panel would leave the top layer before it has faded. */
  @supports (overlay: auto) {
    dialog {
      transition-property: opacity, display, overlay;
      transition-behavior: allow-discrete;
    }
  }

  /*
   * At the edge of its area that is nearest to the bell, as by default. But by default, Firefox 153 moves it away from
   * the bell where the page has another direction or writing mode than the bell.
   */
  @supports (position-area: block-end) {
    dialog {
      max-block-size: calc(100% - 16px);
      position-try-order: most-block-size;
      place-self: anchor-center;
    }
  }

  [data-placement='bottom-start'] {
    position-area: self-block-end span-self-inline-end;
  }

  [data-placement='top-end'] {
    position-area: self-block-start span-self-inline-start;
  }

  [data-placement='top-start'] {
    position-area: self-block-start span-self-inline-end;
  }

  /*
   * The dialog of the sheet fills the screen, as its backdrop: a scroll container that contains overscroll keeps the
   * page behind it from scrolling. Not the page's styles of the panel, but the screen decides on its size.
   */
  .sheet {
    place-self: auto !important;
    position-area: none !important;
    position-try-fallbacks: none;
    inset: 0 !important;
    inline-size: auto !important;
    block-size: auto !important;
    max-inline-size: none !important;
    max-block-size: none !important;
    margin: 0 !important;
    border-radius: 0;
    background: rgb(10 12 18 / 0.5);
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: none;
    --_closed: 0 100%;
    --_grab: pinch-zoom;
  }

  /*
   * Some of the page stays in view above it. By percentages: in WebKit, the units of a shared style sheet may not follow
   * the window. Browsers contain overscroll where there is something to scroll, some of them only there: one pixel.
   */
  .sheet > nudge-inbox {
    align-self: end;
    block-size: calc(min(max(100% - 40px, 95%), 100% - env(safe-area-inset-top)) + 1px);
    margin-block-end: -1px;
    border-inline-width: 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
    padding: 0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    touch-action: pinch-zoom;
  }

  .sheet > .dragging {
    transition: none;
    -webkit-user-select: none;
    user-select: none;
  }

  /* The grab handle. */
  .sheet > nudge-inbox::before {
    content: '';
    flex: none;
    inline-size: 36px;
    margin: 6px auto 4px;
    border: 2px solid var(--_border-strong);
    border-radius: 2px;
  }

  /* On low screens the header scrolls with the list, which needs the height. */
  .low {
    --_overscroll: auto;
    --_list-flex: none;
    --_grab: auto;
  }

  dialog::backdrop {
    background: none;
  }
`;

export const bellStyles: CSSResult[] = [tokens, base, own];

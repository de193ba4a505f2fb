import { css, type CSSResult } from 'lit';

export const bellPanelStyles: CSSResult[] = [
  css`
    /* As high as what it shows, if that is known when it opens. A closed panel stays in place until it has faded. */
    dialog {
      all: initial;
      position: fixed;
      inset: auto;
      display: none;
      inline-size: min(max(400px, calc(400em / 14)), calc(100vw - 16px));
      --_room: calc(100dvh - 24px);
      --_most: min(calc(600em / 14), var(--_room));
      max-block-size: var(--_most);
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

    /* It opens while it is loading: it does not jump when that is over. */
    [data-full] {
      block-size: var(--_most);
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

    [data-shown],
    [data-shown] > nudge-inbox {
      transition: 0.18s ease-out;
      transition-property: opacity, translate;
    }

    :is(:popover-open, :modal),
    :is(:popover-open, :modal) > nudge-inbox {
      opacity: 1;
      translate: none;
    }

    /* At the bell it only moves: what fades in is not there in the first frame after the press. */
    :not(.sheet):popover-open > nudge-inbox {
      transition-property: translate;
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
      .sheet:is(:popover-open, :modal) {
        opacity: 0;
      }

      :is(:popover-open, :modal) > nudge-inbox {
        translate: var(--_closed);
      }
    }

    /*
     * Without this property, a closed panel would leave the top layer before it has faded. Not while it opens: Chromium would lay it out
     * outside of the top layer at first, within a header that is the containing block, and might leave it there without height.
     */
    @supports (overlay: auto) {
      [data-shown]:not(:popover-open, :modal) {
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
        --_room: calc(100% - 16px);
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
     * About to be opened: laid out before the press, whose first frame then ends sooner (88 to 73 ms in Chromium). It is above and before
     * whatever contains it, so that nothing scrolls there.
     */
    [inert] {
      display: flex;
      place-self: auto;
      position-area: none;
      position-try-fallbacks: none;
      inset: auto;
      inset-block-end: 100%;
      inset-inline-end: 100%;
      --_room: calc(100dvh - 24px);
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
      min-block-size: 0 !important;
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
  `,
];

// A tag as that of Lit, by which the build finds the styles and minifies them.
const css = String.raw;

/**
 * The badge looks as that of a bell: `tokens.ts`, `base.ts` and `bell.styles.ts` have the same rules, of which it needs few. A test compares
 * them.
 */
export const badgeStyles: string = css`
  :host {
    --_badge: var(--nudge-badge, #d32f2f);
    --_on-badge: var(--nudge-on-badge, #fff);
    display: inline-block;
    position: relative;
    vertical-align: middle;
    line-height: 0;
    /* Relative to the font size that the user has set for the browser, whatever sizes the page has. */
    font-size: medium;
  }

  @supports (color: oklch(from light-dark(red, red) l c h)) {
    :host {
      --_badge: var(--nudge-badge, light-dark(#d32f2f, #c9353b));
      --_white: clamp(0, (0.18 - y) * 1e5, 1);
      --_on-badge: var(
        --nudge-on-badge,
        color(from var(--_badge) xyz calc(0.95 * var(--_white)) var(--_white) calc(1.09 * var(--_white)))
      );
    }
  }

  .badge {
    all: initial;
    /* Not a block, which a link that is a flex container would underline. */
    display: inline-block;
    vertical-align: top;
    box-sizing: border-box;
    min-inline-size: 1.65em;
    padding-inline: 0.4em;
    border: 1px solid transparent;
    border-radius: 1em;
    background: var(--_badge) padding-box;
    color: var(--_on-badge);
    color-scheme: inherit;
    font: 700 calc(var(--nudge-font-size, 0.875em) * 0.786) / 1.65
      var(--nudge-font-family, ui-sans-serif, system-ui, sans-serif);
    font-variant-numeric: tabular-nums;
    unicode-bidi: plaintext;
    text-align: center;
    white-space: nowrap;
  }

  .label {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media print {
    :host {
      display: none !important;
    }
  }
`;

/** While there is no number, the element has no box in the layout of the page. */
export const hiddenStyles: string = css`
  :host {
    display: none !important;
  }
`;

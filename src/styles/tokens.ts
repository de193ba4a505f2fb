import { css, type CSSResult } from 'lit';

/**
 * The colours and measures of every element. Each private property takes its public one, else its default;
 * light and dark follow the `color-scheme` that holds where the element stands.
 * Browsers without `light-dark()` show the system's own colours.
 */
export const tokens: CSSResult = css`
  :host {
    --_font: var(--nudge-font-family, ui-sans-serif, system-ui, sans-serif);
    --_size: var(--nudge-font-size, 14px);
    --_radius: var(--nudge-radius, 14px);
    --_control-radius: var(--nudge-control-radius, 8px);
    --_surface: var(--nudge-surface, light-dark(#fff, #17191f));
    --_surface-hover: var(--nudge-surface-hover, light-dark(#f5f6f8, #1f222a));
    --_surface-sunken: var(--nudge-surface-sunken, light-dark(#f0f1f4, #22252e));
    --_text: var(--nudge-text, light-dark(#14171f, #eef0f5));
    --_text-muted: var(--nudge-text-muted, light-dark(#5a6170, #a3aab8));
    --_border: var(--nudge-border, light-dark(#e4e6eb, #2b2f39));
    --_border-strong: var(--nudge-border-strong, light-dark(#868e9e, #6b7383));
    --_accent: var(--nudge-accent, light-dark(#2b59d9, #8fabff));
    --_on-accent: var(--nudge-on-accent, light-dark(#fff, #0e1633));
    --_accent-soft: var(--nudge-accent-soft, light-dark(#edf2ff, #1d2540));
    --_danger: var(--nudge-danger, light-dark(#b3261e, #ff9d93));
    --_badge: var(--nudge-badge, light-dark(#d32f2f, #c9353b));
    --_on-badge: var(--nudge-on-badge, #fff);
    --_shadow: var(
      --nudge-shadow,
      0 0 0 1px light-dark(#1018280f, #ffffff14),
      0 4px 8px -2px light-dark(#10182814, #0000),
      0 20px 40px -8px light-dark(#1018282e, #0009)
    );
  }

  @supports not (color: light-dark(red, red)) {
    :host {
      --_surface: var(--nudge-surface, Canvas);
      --_surface-hover: var(--nudge-surface-hover, Canvas);
      --_surface-sunken: var(--nudge-surface-sunken, Canvas);
      --_text: var(--nudge-text, CanvasText);
      --_text-muted: var(--nudge-text-muted, CanvasText);
      --_border: var(--nudge-border, GrayText);
      --_border-strong: var(--nudge-border-strong, GrayText);
      --_accent: var(--nudge-accent, LinkText);
      --_on-accent: var(--nudge-on-accent, Canvas);
      --_accent-soft: var(--nudge-accent-soft, Canvas);
      --_danger: var(--nudge-danger, CanvasText);
      --_badge: var(--nudge-badge, #d32f2f);
      --_shadow: var(--nudge-shadow, 0 0 0 1px GrayText);
    }
  }
`;

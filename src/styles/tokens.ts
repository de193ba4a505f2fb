import { css, type CSSResult } from 'lit';

/**
 * The colours and measures of every element. Each private property takes the value of its public one, else a default.
 * Light and dark follow the inherited `color-scheme`. `docs/theming.md` lists the public properties. Browsers without
 * `light-dark()` show system colours.
 *
 * Browsers with relative colours keep any accent colour readable: as a fill it is used unchanged, below black or white
 * text depending on its luminance (`y`; at 0.18 both have a contrast of 4.5 to 1); as text or a mark it is made dark or
 * light enough for every surface. An invalid colour leaves the inherited text colour.
 */
export const tokens: CSSResult = css`
  :host {
    --_font: var(--nudge-font-family, ui-sans-serif, system-ui, sans-serif);
    --_size: var(--nudge-font-size, 0.875em);
    --_density: var(--nudge-density, 1);
    --_radius: var(--nudge-radius, 14px);
    --_control-radius: var(--nudge-control-radius, min(8px, var(--_radius)));
    --_surface: var(--nudge-surface, light-dark(#fff, #17191f));
    --_surface-hover: var(--nudge-surface-hover, light-dark(#f5f6f8, #1f222a));
    --_surface-sunken: var(--nudge-surface-sunken, light-dark(#f0f1f4, #22252e));
    --_text: var(--nudge-text, light-dark(#14171f, #eef0f5));
    --_text-muted: var(--nudge-text-muted, light-dark(#5a6170, #a3aab8));
    --_border: var(--nudge-border, light-dark(#e4e6eb, #2b2f39));
    --_border-strong: var(--nudge-border-strong, light-dark(#828a9a, #6b7383));
    --_accent: var(--nudge-accent, light-dark(#2b59d9, #8fabff));
    --_accent-hover: color-mix(in srgb, var(--_accent) 88%, var(--_text));
    --_accent-text: var(--nudge-accent-text, var(--_accent));
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

  @supports (color: oklch(from light-dark(red, red) l c h)) {
    :host {
      --_accent: color(
        from var(--nudge-accent, light-dark(#2b59d9, #8fabff)) srgb clamp(0, r, 1) clamp(0, g, 1)
          clamp(0, b, 1) / 1
      );
      --_accent-hover: color-mix(
        in srgb,
        var(--_accent) 88%,
        rgb(from var(--_on-accent) calc(255 - r) calc(255 - g) calc(255 - b))
      );
      --_darker: min(1, 0.14 / y);
      --_accent-text: var(
        --nudge-accent-text,
        light-dark(
          color(
            from var(--_accent) xyz calc(x * var(--_darker)) calc(y * var(--_darker)) calc(z * var(--_darker))
          ),
          oklch(from var(--_accent) max(l, 0.74) c h)
        )
      );
      /* Light, and the less colour the accent has, the lighter: a grey surface would look disabled. */
      --_accent-tint: oklch(from var(--_accent-text) max(l, 0.62, 0.9 - c * 3) calc(c * 1.4) h);
      --_accent-soft: var(--nudge-accent-soft, color-mix(in srgb, var(--_accent-tint) 9%, var(--_surface)));
      --_white: clamp(0, (0.18 - y) * 1e5, 1);
      --_on-accent: var(
        --nudge-on-accent,
        color(from var(--_accent) xyz calc(0.95 * var(--_white)) var(--_white) calc(1.09 * var(--_white)))
      );
      --_on-badge: var(
        --nudge-on-badge,
        color(from var(--_badge) xyz calc(0.95 * var(--_white)) var(--_white) calc(1.09 * var(--_white)))
      );
    }
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

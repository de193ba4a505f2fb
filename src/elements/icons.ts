import { svg, html, type SVGTemplateResult, type TemplateResult } from 'lit';

function icon(shape: SVGTemplateResult): TemplateResult {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;
}

export const bellIcon = icon(
  svg`<path d="M6 9a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 14 6 9Z"/><path d="M10.2 19.5a2 2 0 0 0 3.6 0"/>`,
);
export const allReadIcon = icon(svg`<path d="m2.5 12.5 4.5 4.5L16.5 7.5"/><path d="m12 16.2.8.8L22 7.5"/>`);
export const readIcon = icon(svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`);
export const unreadIcon = icon(svg`<circle cx="12" cy="12" r="4.5"/>`);
export const closeIcon = icon(svg`<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>`);
export const downloadIcon = icon(svg`<path d="M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14"/>`);
export const offlineIcon = icon(
  svg`<path d="M7 18a4 4 0 0 1-.6-7.96A5.5 5.5 0 0 1 17 9.5a4.3 4.3 0 0 1 .5 8.5"/><path d="m4 4 16 16"/>`,
);
export const personIcon = icon(svg`<circle cx="12" cy="9" r="3.5"/><path d="M5.5 19a6.5 6.5 0 0 1 13 0"/>`);

import { html } from 'lit';

// Icons that only the panel needs, apart from those in the bundle of the bell.

export const allReadIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="m2.5 12.5 4.5 4.5L16.5 7.5M12 16.2l.8.8L22 7.5"></path>
</svg>`;
export const readIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="m5 12.5 4.5 4.5L19 7.5"></path>
</svg>`;
export const unreadIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 7.5a4.5 4.5 0 1 0 .01 0Z"></path>
</svg>`;
export const backwardIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="m14.5 5.5-6.5 6.5 6.5 6.5"></path>
</svg>`;
export const forwardIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="m9.5 5.5 6.5 6.5-6.5 6.5"></path>
</svg>`;
export const downloadIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14"></path>
</svg>`;
export const awayIcon = html`<svg class="away" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M7 17 17 7M8.5 7H17v8.5"></path>
</svg>`;
export const offlineIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M7 18a4 4 0 0 1-.6-7.96A5.5 5.5 0 0 1 17 9.5a4.3 4.3 0 0 1 .5 8.5M4 4l16 16"></path>
</svg>`;
export const alertIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 3.5a8.5 8.5 0 1 0 .01 0ZM12 8v4.5M12 16v.01"></path>
</svg>`;
export const slidersIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 8h9M17 8h3M15 6a2 2 0 1 0 .01 0ZM4 16h3M11 16h9M9 14a2 2 0 1 0 .01 0Z"></path>
</svg>`;
export const personIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 5.5a3.5 3.5 0 1 0 .01 0ZM5.5 19a6.5 6.5 0 0 1 13 0"></path>
</svg>`;
export const moreIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M5 12h.01M12 12h.01M19 12h.01"></path>
</svg>`;
export const archiveIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 5h16v4H4ZM5.5 9v10h13V9M10 12.5h4"></path>
</svg>`;
export const clearIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 7h16M4 12h9M4 17h9M15.5 14.5l5 5M20.5 14.5l-5 5"></path>
</svg>`;
export const removeIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 11v4.5M13.7 11v4.5"></path>
</svg>`;
export const restoreIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H9"></path>
</svg>`;
export const quietIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z"></path>
</svg>`;
export const snoozeIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 3.5a8.5 8.5 0 1 0 .01 0ZM12 8v4.5l3 2"></path>
</svg>`;
export const ringIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4"></path>
</svg>`;
export const selectAllIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 8v12h12M8 4h12v12H8ZM11 10l2.3 2.3L17 8.5"></path>
</svg>`;
export const keyboardIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M3 7h18v10H3ZM7 10.5h.01M12 10.5h.01M17 10.5h.01M8 13.5h8"></path>
</svg>`;
export const desktopIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 5h16v11H4ZM9 20h6M12 16v4"></path>
</svg>`;

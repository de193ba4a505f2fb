import { html, type TemplateResult } from 'lit';

/** Marks an unread notification, on a card or on a row with a card of the page. For assistive technology, the name says it. */
export const unreadDot: TemplateResult = html`<span class="dot" aria-hidden="true"></span>`;

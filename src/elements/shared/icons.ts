import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

export const bellIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6 9a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 14 6 9ZM10.2 19.5a2 2 0 0 0 3.6 0"></path>
</svg>`;
export const closeIcon = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <path d="M6.5 6.5l11 11M17.5 6.5l-11 11"></path>
</svg>`;

/** A button with an icon only. Its name is the label for assistive technology, and its tooltip. */
export function renderIconButton(
  name: string,
  content: TemplateResult,
  onClick: () => void,
  { slot, isDisabled }: { slot?: string; isDisabled?: boolean } = {},
): TemplateResult {
  return html`<button
    class="icon-button"
    type="button"
    slot=${ifDefined(slot)}
    aria-label=${name}
    aria-disabled=${ifDefined(isDisabled)}
    @click=${onClick}
  >
    ${content}
  </button>`;
}

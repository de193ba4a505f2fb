import { html, type TemplateResult } from 'lit';

/** A button with a label, such as the one that tries again. */
export function renderButton(label: string, onClick: () => void): TemplateResult {
  return html`<button class="button" type="button" @click=${onClick}>${label}</button>`;
}

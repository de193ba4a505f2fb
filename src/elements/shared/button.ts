import { html, type TemplateResult } from 'lit';

export function renderButton(label: string, onClick: () => void): TemplateResult {
  return html`<button class="button" type="button" @click=${onClick}>${label}</button>`;
}

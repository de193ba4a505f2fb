import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../localization/messages.js';

/** The skeleton of a card whose record is being loaded. */
export function renderSkeleton(): TemplateResult {
  return html`<div class="placeholder" aria-hidden="true">
    <div class="bone round"></div>
    <div>
      <div class="bone short"></div>
      <div class="bone"></div>
      <div class="bone long"></div>
    </div>
  </div>`;
}

export function renderRetryButton(messages: Messages, onRetry: () => void): TemplateResult {
  return html`<button class="button" type="button" @click=${onRetry}>${messages.tryAgain}</button>`;
}

/** Stands in for a card that could not be loaded, with a button to retry unless the notification is missing. */
export function renderFailure(messages: Messages, onRetry: (() => void) | null): TemplateResult {
  return html`<div class="failure-row" part="failure">
    <span>${onRetry ? messages.notLoaded : messages.missing}</span>
    ${onRetry && renderRetryButton(messages, onRetry)}
  </div>`;
}

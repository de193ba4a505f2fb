import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../localization/messages.js';
import { renderButton } from './button.js';

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

/** Skeletons in place of cards that are on their way. */
export function renderSkeletons(count: number): TemplateResult[] {
  return new Array<null>(count).fill(null).map(renderSkeleton);
}

/** Skeletons that stand still behind a list while its first cards appear. */
export function renderBackdrop(): TemplateResult {
  return html`<div class="backdrop">${renderSkeletons(8)}</div>`;
}

/**
 * Stands in for a card that could not be loaded, with a button to retry. A notification that is missing can only be
 * dismissed, if there is a list.
 */
export function renderFailure(
  messages: Messages,
  onRetry: (() => void) | null,
  onDismiss: (() => void) | null = null,
): TemplateResult {
  return html`<div class="failure-row" part="failure">
    <span>${onRetry ? messages.notLoaded : messages.missing}</span>
    ${onRetry ? renderButton(messages.tryAgain, onRetry) : onDismiss && renderButton(messages.dismiss, onDismiss)}
  </div>`;
}

import { css, html, type CSSResult, type TemplateResult } from 'lit';
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

export const placeholderStyles: CSSResult = css`
  .placeholder {
    display: grid;
    grid-template-columns: 40px minmax(0, 1fr);
    gap: 0 12px;
    padding: 12px 16px 14px;
  }

  .bone {
    block-size: 11px;
    margin-block-start: 7px;
    border-radius: 6px;
    background: var(--_surface-sunken);
    animation: pulse 1.6s ease-in-out infinite;
  }

  .bone.round {
    block-size: 40px;
    margin: 0;
    border-radius: 50%;
  }

  .bone.short {
    inline-size: 70%;
    margin-block: 4px 10px;
  }

  .bone.long {
    inline-size: 82%;
  }

  @keyframes pulse {
    50% {
      opacity: 0.55;
    }
  }

  .failure-row {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 14px 16px;
    color: var(--_text-muted);
  }

  .failure-row span {
    flex: 1;
  }
`;

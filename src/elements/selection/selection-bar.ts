import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Localization } from '../../localization/localization.js';
import { plural, type Messages } from '../../localization/messages.js';
import type { MenuAction } from '../shared/menu.js';
import { renderIconButton } from '../shared/icons.js';
import { selectAllIcon } from '../shared/panel-icons.js';

export interface SelectionBarOptions {
  /** How many notifications are selected: one at least. */
  count: number;
  /** Whether there is nothing else to select. */
  isAll: boolean;
  /** What can be done to them. */
  actions: readonly MenuAction[];
  onSelectAll: () => void;
  onCancel: () => void;
}

/**
 * What is selected, and what can be done to it.
 *
 * @param options null if nothing is selected. The live region stays: only what changes in an existing one is announced.
 */
export function renderSelectionBar(
  { messages, locale }: Localization,
  options: SelectionBarOptions | null,
): TemplateResult {
  const text = options ? plural(messages.selected, options.count, locale) : '';
  return html`<div
    class="selection ${options ? '' : 'visually-hidden'}"
    part="selection"
    role=${ifDefined(options ? 'group' : undefined)}
    aria-labelledby=${options ? 'selected' : nothing}
  >
    <span id="selected" role="status" .textContent=${text}></span>
    ${options ? renderButtons(messages, options) : nothing}
  </div>`;
}

function renderButtons(
  { selectAll, cancelSelection }: Messages,
  { isAll, actions, onSelectAll, onCancel }: SelectionBarOptions,
): TemplateResult {
  return html`${renderIconButton(selectAll, selectAllIcon, onSelectAll, { isDisabled: isAll })}
    ${actions.map(({ label, icon, run }) => renderIconButton(label, icon, run))}
    <button class="link-button" type="button" @click=${onCancel}>${cancelSelection}</button>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { personIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';
import { initials } from './initials.js';

/** The number of background colours for initials. */
const hueCount = 3;

/** Picks the colour by the name, so that it is the same everywhere. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 4096;
  return hash % hueCount;
}

/**
 * The picture, else the initials of the name, else an icon. Cards call this function, since an element for each avatar
 * would make long lists slow.
 */
export function renderAvatar(
  name: string | null | undefined,
  picture: TemplateResult | typeof nothing,
): TemplateResult {
  const shown = readableText(name, textLimits.line) ?? '';
  return html`<div part="avatar" class="avatar hue-${hueOf(shown)}" aria-hidden="true" translate="no">
    ${picture === nothing ? initials(shown) || personIcon : picture}
  </div>`;
}

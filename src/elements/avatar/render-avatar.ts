import { css, html, nothing, type CSSResult, type TemplateResult } from 'lit';
import { personIcon } from '../shared/panel-icons.js';
import { initials, readableText, textLimits } from '../shared/text.js';

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
  return html`<div part="avatar" class="avatar hue-${hueOf(shown)}" aria-hidden="true">
    ${picture === nothing ? initials(shown) || personIcon : picture}
  </div>`;
}

export const avatarStyles: CSSResult = css`
  .avatar {
    display: grid;
    place-items: center;
    inline-size: var(--nudge-avatar-size, 40px);
    block-size: var(--nudge-avatar-size, 40px);
    overflow: hidden;
    outline: 1px solid transparent;
    outline-offset: -1px;
    border-radius: var(--nudge-avatar-radius, 50%);
    background: #dbe6ff;
    color: #1f3f9a;
    font-size: calc(var(--nudge-avatar-size, 40px) * 0.36);
    font-weight: 600;
    line-height: 1;
    white-space: nowrap;
    user-select: none;
  }

  .hue-1 {
    background: #f6c9b6;
    color: #5c2410;
  }

  .hue-2 {
    background: #d8f0e0;
    color: #155232;
  }

  .avatar img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .avatar svg {
    inline-size: 60%;
    block-size: 60%;
  }
`;

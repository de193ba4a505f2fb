import { css, html, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from '../styles/base.js';
import { tokens } from '../styles/tokens.js';
import { personIcon } from './icons.js';
import { safePicture } from './links.js';
import { NudgeElement } from './nudge-element.js';
import { initials, readableText, textLimits } from './text.js';

/** How many colours there are for initials. */
const hues = 3;

/** The same name has the same colour everywhere. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 4096;
  return hash % hues;
}

/**
 * A person or thing: its picture, else its initials, else an icon. It is decoration: name it where it stands.
 *
 * @tag nudge-avatar
 * @csspart avatar - The round itself.
 * @cssprop [--nudge-avatar-size=40px] - Width and height.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of its corners.
 */
export class NudgeAvatar extends NudgeElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    css`
      :host {
        display: inline-block;
        inline-size: var(--nudge-avatar-size, 40px);
        block-size: var(--nudge-avatar-size, 40px);
      }

      .root {
        block-size: 100%;
      }

      .avatar {
        display: grid;
        place-items: center;
        block-size: 100%;
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

      img {
        inline-size: 100%;
        block-size: 100%;
        object-fit: cover;
      }

      svg {
        inline-size: 60%;
        block-size: 60%;
      }
    `,
  ];

  /** Address of the picture; `https`, `http` or same-origin. */
  @property() src?: string | null | undefined;
  /** Whose it is; its initials stand in for a picture. */
  @property() name?: string | null | undefined;

  @state() private isBroken = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src')) this.isBroken = false;
  }

  protected override render(): TemplateResult {
    const name = readableText(this.name ?? null, textLimits.line) ?? '';
    return html`<div class="root">
      <div part="avatar" class="avatar hue-${hueOf(name)}" aria-hidden="true">${this.#renderFace(name)}</div>
    </div>`;
  }

  #renderFace(name: string): TemplateResult | string {
    const picture = this.isBroken ? null : safePicture(this.src ?? null);
    if (picture) {
      return html`<img
        src=${picture}
        alt=""
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        @error=${this.#fallBack}
      />`;
    }
    return initials(name) || personIcon;
  }

  #fallBack(): void {
    this.isBroken = true;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-avatar': NudgeAvatar;
  }
}

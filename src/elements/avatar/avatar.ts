import { css, html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import { faceStyles, renderFace } from './render-avatar.js';
import { safePicture } from '../shared/links.js';
import { NudgeElement } from '../base/nudge-element.js';
import { leaveOutWrongTypes } from '../base/property-types.js';

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
    faceStyles,
    css`
      :host {
        display: inline-block;
        inline-size: var(--nudge-avatar-size, 40px);
        block-size: var(--nudge-avatar-size, 40px);
      }

      .root,
      .avatar {
        inline-size: 100%;
        block-size: 100%;
      }
    `,
  ];

  /** Address of the picture; `https`, `http` or same-origin. */
  @property() src?: string | null | undefined;
  /** Whose it is; its initials stand in for a picture. */
  @property() name?: string | null | undefined;

  @state() private isBroken = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    leaveOutWrongTypes(this);
    if (changed.has('src')) this.isBroken = false;
  }

  protected override render(): TemplateResult {
    const picture = this.isBroken ? null : safePicture(this.src ?? null);
    return html`<div class="root">
      ${renderFace(this.name, picture ? this.#renderPicture(picture) : nothing)}
    </div>`;
  }

  #renderPicture(picture: string): TemplateResult {
    return html`<img
      src=${picture}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      @error=${this.#fallBack}
    />`;
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

import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { avatarElementStyles } from './avatar.styles.js';
import { renderAvatar } from './render-avatar.js';
import { safePicture } from '../../common/links.js';
import { NudgeElement } from '../base/nudge-element.js';
import { discardInvalidProperties } from '../base/discard-invalid-properties.js';

/**
 * A person or thing: its picture, else its initials, else an icon. Decorative, so write the name beside it.
 *
 * @tag nudge-avatar
 * @csspart avatar - The avatar.
 * @cssprop [--nudge-avatar-size=40px] - Width and height.
 * @cssprop [--nudge-avatar-radius=50%] - Radius of the corners.
 */
export class NudgeAvatar extends NudgeElement {
  static override styles: CSSResultGroup = avatarElementStyles;

  /** URL of the picture: `https`, `http` or same-origin. */
  @property() src?: string | null | undefined;
  /** Name of the person or thing; its initials are shown without a picture. */
  @property() name?: string | null | undefined;

  #isBroken = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    discardInvalidProperties(this);
    if (changed.has('src')) this.#isBroken = false;
  }

  protected override render(): TemplateResult {
    const picture = this.#isBroken ? null : safePicture(this.src);
    return html`<div class="root">
      ${renderAvatar(this.name, picture ? this.#renderPicture(picture) : nothing)}
    </div>`;
  }

  #renderPicture(picture: string): TemplateResult {
    return html`<img
      src=${picture}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      @error=${this.#handlePictureError}
    />`;
  }

  #handlePictureError(): void {
    this.#isBroken = true;
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'nudge-avatar': NudgeAvatar;
  }
}

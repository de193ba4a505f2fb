import { html, nothing, type TemplateResult } from 'lit';
import type {
  NotificationAttachment,
  NotificationPicture,
  NotificationTag,
} from '../../api/schemas/notification.js';
import type { Localization } from '../../localization/localization.js';
import { plural, format } from '../../localization/messages.js';
import type { NavigateDetail } from '../base/events.js';
import { renderFace } from '../avatar/render-avatar.js';
import { safeLink, safePicture } from '../shared/links.js';
import { downloadIcon } from '../shared/panel-icons.js';
import { readableFileName, readableText, textLimits } from '../shared/text.js';

/** More of them than this on one card is a mistake, and would freeze the page. */
export const mostOfAKind = 50;
/** So many faces fit; who else there is the text says. */
const mostAvatars = 3;
/** How many pictures stand on a card; the last of them leads on to the rest. */
const firstImages = 2;

/** What the parts of a card need to know of it. */
export interface CardContext extends Localization {
  /** Tells the host before a link is followed. */
  follow: (event: MouseEvent, origin: NavigateDetail['origin']) => void;
  /** Addresses of pictures that turned out to be broken. */
  broken: ReadonlySet<string>;
  leaveOut: (picture: string) => void;
  /** Shows those with the same tag; null where there are no others. */
  showTag: ((tag: string) => void) | null;
}

/**
 * A link as it may be, or plain text where there is none. With a name to `download` under it saves what it leads to
 * where that is of this origin; browsers heed it nowhere else.
 */
export function renderLink(
  url: string | null,
  origin: NavigateDetail['origin'],
  { follow, messages }: CardContext,
  className: string,
  content: unknown,
  label?: string,
  download?: string,
): TemplateResult {
  const link = safeLink(url);
  if (!link) return html`<span class=${className}>${content}</span>`;
  const name = label !== undefined && link.isExternal ? `${label} (${messages.newTab})` : label;
  const press = (event: MouseEvent): void => follow(event, origin);
  if (download !== undefined && link.href.startsWith(`${location.origin}/`))
    return html`<a
      class=${className}
      href=${link.href}
      download=${download}
      aria-label=${name ?? nothing}
      @click=${press}
      >${content}</a
    >`;
  return html`<a
    class=${className}
    href=${link.href}
    target=${link.isExternal ? '_blank' : nothing}
    rel=${link.isExternal ? 'noopener noreferrer' : nothing}
    aria-label=${name ?? nothing}
    @click=${press}
    >${content}</a
  >`;
}

export function renderPicture(
  source: string | null,
  { broken, leaveOut }: CardContext,
  name = '',
): TemplateResult | typeof nothing {
  if (!source || broken.has(source)) return nothing;
  return html`<img
    src=${source}
    alt=${name}
    loading="lazy"
    decoding="async"
    referrerpolicy="no-referrer"
    @error=${() => leaveOut(source)}
  />`;
}

/** The faces of those whom it is about, each with its link; the icon of a person where nobody is named. */
export function renderAvatars(avatars: readonly NotificationPicture[], context: CardContext): TemplateResult {
  const shown =
    avatars.length > 0
      ? avatars.slice(0, mostAvatars)
      : [{ iconURL: null, fallBackName: null, iconRedirectURL: null }];
  return html`<div class="avatars" data-count=${shown.length}>
    ${shown.map(({ iconURL, fallBackName, iconRedirectURL }) => {
      const face = renderFace(fallBackName, renderPicture(safePicture(iconURL), context));
      const name = readableText(fallBackName, textLimits.label);
      // Without a name there would be nothing to say of the link.
      if (name === null || !safeLink(iconRedirectURL)) return face;
      const named = html`${face}<span class="visually-hidden">${name}</span>`;
      return renderLink(iconRedirectURL, 'avatar', context, 'avatar-link', named);
    })}
  </div>`;
}

/**
 * Pictures side by side, each of which opens larger; beyond two the second stands for the rest too. A broken one
 * shows its name, which leads where the record says.
 */
export function renderImages(
  images: readonly NotificationPicture[],
  context: CardContext,
  open: (index: number, event: Event) => void,
): TemplateResult | typeof nothing {
  if (images.length === 0) return nothing;
  const { locale, messages } = context;
  const shown = images.slice(0, firstImages);
  const hiddenCount = Math.min(images.length, mostOfAKind) - shown.length;
  return html`<ul class="images" part="images" aria-label=${messages.images}>
    ${shown.map((image, index) => {
      const face = renderPicture(safePicture(image.iconURL), context);
      const name = readableText(image.fallBackName, textLimits.label);
      const more = hiddenCount > 0 && index === shown.length - 1 ? hiddenCount + 1 : 0;
      if (face === nothing && !more) {
        const text = html`<bdi>${name ?? messages.imageBroken}</bdi>`;
        return html`<li>${renderLink(image.iconRedirectURL, 'image', context, 'image', text)}</li>`;
      }
      const label = more
        ? plural(messages.moreImages, more, locale)
        : format(messages.openImage, { name: name ?? (index + 1).toLocaleString(locale) });
      return html`<li>
        <button
          class="image"
          type="button"
          aria-label=${label}
          aria-haspopup="dialog"
          @click=${(event: Event) => open(index, event)}
        >
          ${
            more
              ? html`${face}<span class="more" aria-hidden="true"
                    >${more.toLocaleString(locale, { signDisplay: 'always' })}</span
                  >`
              : html`<bdi>${name}</bdi>${face}`
          }
        </button>
      </li>`;
    })}
  </ul>`;
}

/** The kind of file in a few capitals: its type, else its name's ending. */
function kindOf(type: string | null, fileName: string): string | undefined {
  const kind = readableText(type, 5) ?? /\.([a-z\d]{1,5})$/i.exec(fileName)?.[1];
  return kind !== undefined && /^[a-z\d]+$/i.test(kind) ? kind.toLowerCase() : undefined;
}

/** Files with their kind and name; each can be downloaded where its address is safe. */
export function renderFiles(
  files: readonly NotificationAttachment[],
  context: CardContext,
): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  return html`<ul class="chips" part="files" aria-label=${context.messages.attachments}>
    ${files.slice(0, mostOfAKind).map(({ type, fileName, url }) => {
      const ownName = readableFileName(fileName);
      const name = ownName ?? context.messages.file;
      const kind = kindOf(type, name);
      const capitals = kind?.toUpperCase();
      const content = html`${kind && html`<span class="kind kind-${kind}">${capitals}</span>${' '}`}<bdi>${name}</bdi>${
        safeLink(url) ? downloadIcon : nothing
      }`;
      const label = format(context.messages.download, { name: kind ? `${capitals} ${name}` : name });
      return html`<li>${renderLink(url, 'attachment', context, 'file', content, label, ownName ?? '')}</li>`;
    })}
  </ul>`;
}

/** Tags, each with its icon, and its link where it has one. The others show those with the same tag. */
export function renderTags(
  tags: readonly NotificationTag[],
  context: CardContext,
): TemplateResult | typeof nothing {
  const { messages, showTag } = context;
  const rendered = tags.slice(0, mostOfAKind).flatMap(({ tagName, url, icon }) => {
    const name = readableText(tagName, textLimits.label);
    if (name === null || tagName === null) return [];
    const content = html`${renderPicture(safePicture(icon), context)}<bdi>${name}</bdi>`;
    if (!showTag || safeLink(url)) return renderLink(url, 'tag', context, 'tag', content);
    return html`<button
      class="tag"
      type="button"
      aria-label=${format(messages.showTag, { name })}
      @click=${() => showTag(tagName)}
    >
      ${content}
    </button>`;
  });
  if (rendered.length === 0) return nothing;
  return html`<ul class="chips" part="tags" aria-label=${messages.tags}>
    ${rendered.map((tag) => html`<li>${tag}</li>`)}
  </ul>`;
}

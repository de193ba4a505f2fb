import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type {
  NotificationAttachment,
  NotificationPayload,
  NotificationPicture,
  NotificationTag,
} from '../../api/schemas/notification.js';
import { plural, format, formatCount } from '../../localization/messages.js';
import type { NavigateDetail } from '../base/events.js';
import { renderAvatar } from '../avatar/render-avatar.js';
import type { CardContext, ExpandableList } from './card-context.js';
import { fileKind, readableFileName } from './file-name.js';
import { isOwnLink, safeLink, safePicture, type SafeLink } from '../../common/links.js';
import { bellIcon } from '../shared/icons.js';
import { awayIcon, downloadIcon } from '../shared/panel-icons.js';
import { readableText, textLimits } from '../shared/text.js';

/** How many avatars are recognizable; with more, the last place says how many follow. */
const maxAvatars = 2;
/** How many pictures a card shows; the last one opens the rest. */
const maxImages = 2;
/** How many files or tags a card shows before the customer expands their list. */
const maxCollapsed = 3;
/** How many pictures, files or tags are rendered next; thousands of them at once would freeze the page. */
export const batchSize = 50;

export interface LinkOptions {
  /** What is pressed, as `nudge-navigate` says it. */
  origin: NavigateDetail['origin'];
  className: string;
  content: unknown;
  /** The accessible name. Default: the content. */
  label?: string | undefined;
  /** The name under which the file is saved, if the link leads to the page's own origin: browsers ignore it elsewhere. */
  download?: string;
}

/** Renders a link, or its content alone if the URL is missing or unsafe. */
export function renderLink(
  link: SafeLink | null,
  { onNavigate, messages }: CardContext,
  { origin, className, content, label, download }: LinkOptions,
): TemplateResult {
  if (!link) return html`<span class=${className}>${content}</span>`;
  const name = label !== undefined && link.isExternal ? `${label} (${messages.newTab})` : label;
  return html`<a
    class=${className}
    href=${link.href}
    target=${link.isExternal ? '_blank' : nothing}
    rel=${link.isExternal ? 'noopener noreferrer' : nothing}
    download=${ifDefined(isOwnLink(link) ? download : undefined)}
    aria-label=${name ?? nothing}
    @click=${(event: MouseEvent) => onNavigate(event, origin)}
    >${content}</a
  >`;
}

export function renderPicture(
  source: string | null,
  { brokenPictures, onPictureError }: CardContext,
  name = '',
): TemplateResult | typeof nothing {
  if (!source || brokenPictures.includes(source)) return nothing;
  return html`<img
    src=${source}
    alt=${name}
    loading="lazy"
    decoding="async"
    referrerpolicy="no-referrer"
    @error=${() => onPictureError(source)}
  />`;
}

/**
 * The avatars of the people or things that it is about. Together they are one link, that of the first one with a link: each alone
 * would be too small to press. If there are none, an icon says what it is about: that of its first tag with an icon, else a bell.
 */
export function renderAvatars(
  { avatar: avatars, tags }: NotificationPayload,
  context: CardContext,
): TemplateResult {
  if (avatars.length === 0) return renderTopic(tags, context);
  const { locale, messages } = context;
  const hiddenCount = avatars.length > maxAvatars ? avatars.length - maxAvatars + 1 : 0;
  const shown = avatars.slice(0, hiddenCount ? maxAvatars - 1 : maxAvatars);
  let link: SafeLink | null = null;
  let name: string | null = null;
  for (const { fallBackName, iconRedirectURL } of shown) {
    // A link without a name would be inaccessible.
    name = readableText(fallBackName, textLimits.label);
    link = name === null ? null : safeLink(iconRedirectURL);
    if (link) break;
  }
  const content = shown.map(({ iconURL, fallBackName }) =>
    renderAvatar(fallBackName, renderPicture(safePicture(iconURL), context)),
  );
  if (hiddenCount) {
    const label = format(messages.moreItems, { count: formatCount(hiddenCount, locale) });
    // No more than two digits fit.
    const text = Math.min(hiddenCount, 99).toLocaleString(locale, { signDisplay: 'always' });
    content.push(html`<div part="avatar" class="avatar rest" role="img" aria-label=${label}>${text}</div>`);
  }
  if (link) content.unshift(html`<span class="visually-hidden" translate="no">${name}</span>`);
  const className = avatars.length > 1 ? 'avatars several' : 'avatars';
  return renderLink(link, context, { origin: 'avatar', className, content });
}

function renderTopic(tags: readonly NotificationTag[], context: CardContext): TemplateResult {
  const pictures = tags.map(({ icon }) => renderPicture(safePicture(icon), context));
  const picture = pictures.find((candidate) => candidate !== nothing) ?? bellIcon;
  return html`<div class="avatars">
    <div part="avatar" class="avatar topic" aria-hidden="true">${picture}</div>
  </div>`;
}

/**
 * Pictures side by side. One with a safe link is that link, one without opens in the viewer. With more than two, the second
 * shows how many follow and opens the viewer, which has all of them with their links. A broken picture is replaced by its name.
 */
export function renderImages(
  images: readonly NotificationPicture[],
  context: CardContext,
  onOpen: (index: number, event: Event) => void,
): TemplateResult | typeof nothing {
  if (images.length === 0) return nothing;
  const { locale, messages } = context;
  const shown = images.slice(0, context.mode === 'whole' ? batchSize : maxImages);
  const hiddenCount = images.length - shown.length;
  return html`<ul class="images" part="images" aria-label=${messages.images}>
    ${shown.map((image, index) => {
      const picture = renderPicture(safePicture(image.iconURL), context);
      const name = readableText(image.fallBackName, textLimits.label);
      const more = hiddenCount > 0 && index === shown.length - 1 ? hiddenCount + 1 : 0;
      const link = safeLink(image.iconRedirectURL);
      if (!more && (link || picture === nothing)) {
        const isBroken = picture === nothing;
        const text = html`<bdi>${name ?? (isBroken ? messages.imageBroken : nothing)}</bdi>`;
        const content = link ? html`${text}${picture}${awayIcon}` : text;
        const label = link && !isBroken ? (name ?? messages.openLink) : undefined;
        const item = renderLink(link, context, { origin: 'image', className: 'image', content, label });
        return html`<li>${item}</li>`;
      }
      const label = more
        ? plural(messages.moreImages, more, locale)
        : format(messages.openImage, { name: name ?? formatCount(index + 1, locale) });
      return html`<li>
        <button
          class="image"
          type="button"
          aria-label=${label}
          aria-haspopup="dialog"
          @click=${(event: Event) => onOpen(index, event)}
        >
          ${
            more
              ? html`${picture}<span class="more" aria-hidden="true"
                    >${more.toLocaleString(locale, { signDisplay: 'always' })}</span
                  >`
              : html`<bdi>${name}</bdi>${picture}`
          }
        </button>
      </li>`;
    })}
  </ul>`;
}

/** How many items of a list are shown at first. */
function collapsedLimit(mode: CardContext['mode']): number {
  return mode === 'whole' ? batchSize : maxCollapsed;
}

/** How many items of a list are shown. */
function limitOf(list: ExpandableList, { listLimits, mode }: CardContext): number {
  return listLimits.get(list) ?? collapsedLimit(mode);
}

/**
 * The button at the end of a list that shows the items left out, many of them in steps, or leaves them out again. It keeps
 * the focus.
 */
function renderToggle(
  list: ExpandableList,
  count: number,
  context: CardContext,
): TemplateResult | typeof nothing {
  const { locale, messages, mode, onLimitList } = context;
  if (count <= collapsedLimit(mode)) return nothing;
  const limit = limitOf(list, context);
  const isExpanded = limit > collapsedLimit(mode);
  const hiddenCount = count - limit;
  const isWhole = hiddenCount <= 0;
  const label = format(messages.moreItems, { count: formatCount(hiddenCount, locale) });
  const nextLimit = isWhole ? undefined : limit < batchSize ? batchSize : limit * 10;
  return html`<li>
    <button
      class="link-button"
      type="button"
      aria-expanded=${isExpanded}
      aria-label=${isWhole ? nothing : label}
      @click=${() => onLimitList(list, nextLimit)}
    >
      ${isWhole ? messages.showLess : hiddenCount.toLocaleString(locale, { signDisplay: 'always' })}
    </button>
  </li>`;
}

/** Files with their kind and name, each with a download link if its URL is safe. */
export function renderFiles(
  files: readonly NotificationAttachment[],
  context: CardContext,
): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  const shown = files.slice(0, limitOf('files', context));
  return html`<ul class="chips" part="files" aria-label=${context.messages.attachments}>
    ${shown.map(({ type, fileName, url }) => {
      const ownName = readableFileName(fileName);
      const name = ownName ?? context.messages.file;
      const kind = fileKind(type, ownName);
      const capitals = kind?.toUpperCase();
      const link = safeLink(url);
      const content = html`${kind === null ? nothing : html`<span class="kind kind-${kind}">${capitals}</span>${' '}`}<bdi
          translate=${ifDefined(ownName === null ? undefined : 'no')}
          >${name}</bdi
        >${link ? downloadIcon : nothing}`;
      const label = format(context.messages.download, { name: kind ? `${capitals} ${name}` : name });
      const download = ownName ?? '';
      const options: LinkOptions = { origin: 'attachment', className: 'file', content, label, download };
      return html`<li>${renderLink(link, context, options)}</li>`;
    })}
    ${renderToggle('files', files.length, context)}
  </ul>`;
}

/**
 * Tags in one line, with their icon and link; an arrow marks those that lead away. In a list, a tag without a link
 * filters the list by it.
 */
export function renderTags(
  tags: readonly NotificationTag[],
  context: CardContext,
): TemplateResult | typeof nothing {
  const { messages, offers, clamped } = context;
  const limit = limitOf('tags', context);
  const isExpanded = limit > maxCollapsed;
  const named = tags.flatMap(({ tagName, url, icon }) => {
    const name = readableText(tagName, textLimits.label);
    return name === null || tagName === null ? [] : [{ tagName, name, url, icon }];
  });
  if (named.length === 0) return nothing;
  const shown = named.slice(0, limit).map(({ tagName, name, url, icon }) => {
    const link = safeLink(url);
    const content = html`${renderPicture(safePicture(icon), context)}<bdi class=${isExpanded ? '' : clamped}
        >${name}</bdi
      >${link ? awayIcon : nothing}`;
    if (link || !offers.includes('filter'))
      return renderLink(link, context, { origin: 'tag', className: 'tag', content });
    return html`<button
      class="tag"
      type="button"
      aria-label=${format(messages.showTag, { name })}
      @click=${() => context.act({ type: 'filter', tag: tagName })}
    >
      ${content}
    </button>`;
  });
  const isOneLine = clamped && !isExpanded;
  return html`<ul class="chips tags ${isOneLine ? 'one-line' : ''}" part="tags" aria-label=${messages.tags}>
    ${shown.map((tag) => html`<li>${tag}</li>`)} ${renderToggle('tags', named.length, context)}
  </ul>`;
}

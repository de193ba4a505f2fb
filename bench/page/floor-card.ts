import type { Notification, NotificationPicture } from '../../src/index.js';

type Child = Node | string | null;

const formatters = {
  minute: new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
  hour: new Intl.NumberFormat('en', { style: 'unit', unit: 'hour', unitDisplay: 'short' }),
  weekday: new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
  date: new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
  full: new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }),
};
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const readIcon = 'm5 12.5 4.5 4.5L19 7.5';
const unreadIcon = 'M12 7.5a4.5 4.5 0 1 0 .01 0Z';
const closeIcon = 'M6.5 6.5l11 11M17.5 6.5l-11 11';
const downloadIcon = 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14';

export function createElement(
  tag: string,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '');
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function createIcon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export function createIconButton(name: string, path: string): HTMLElement {
  const attributes = { class: 'icon-button', type: 'button', 'aria-label': name, title: name };
  return createElement('button', attributes, createIcon(path));
}

function createLink(
  url: string | null,
  className: string,
  label: string | null,
  ...children: Child[]
): HTMLElement {
  const link = document.createElement('a');
  if (url) link.href = url;
  // A list without this check would not be safe, and so no fair lower bound.
  if (!url || !/^(https?|mailto|tel):$/.test(link.protocol))
    return createElement('span', { class: className }, ...children);
  link.className = className;
  if (link.origin !== location.origin && link.protocol.startsWith('http')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  if (label !== null) link.setAttribute('aria-label', label);
  for (const child of children) if (child !== null) link.append(child);
  return link;
}

function createPicture(url: string | null): HTMLElement | null {
  if (!url) return null;
  return createElement('img', {
    src: url,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  });
}

function createAvatar({ iconURL, fallBackName }: NotificationPicture): HTMLElement {
  const name = fallBackName ?? '';
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) % 4096;
  const words = name.split(' ');
  const initials = `${words[0]?.charAt(0) ?? ''}${words.at(-1)?.charAt(0) ?? ''}`;
  const attributes = { class: `avatar hue-${hash % 3}`, 'aria-hidden': 'true' };
  return createElement('div', attributes, createPicture(iconURL) ?? initials);
}

function formatTime(time: number): string {
  const elapsed = Date.now() - time;
  if (elapsed < hourMs) return formatters.minute.format(Math.floor(elapsed / minuteMs));
  if (new Date(time).toDateString() === new Date().toDateString())
    return formatters.hour.format(Math.floor(elapsed / hourMs));
  return (elapsed < 7 * 24 * hourMs ? formatters.weekday : formatters.date).format(time);
}

function createTop({ payload, isRead, createdDate }: Notification, isInList: boolean): HTMLElement {
  const time = Date.parse(createdDate ?? '');
  const unread = isRead === false ? createElement('bdi', { class: 'visually-hidden' }, 'Unread: ') : null;
  const title = createLink(payload.itemRedirect, 'item-link', null, unread, payload.title ?? 'Notification');
  const full = formatters.full.format(time);
  const attributes = { datetime: new Date(time).toISOString(), title: full };
  const tool = isRead
    ? createIconButton('Mark as unread', unreadIcon)
    : createIconButton('Mark as read', readIcon);
  return createElement(
    'div',
    { class: 'top' },
    createElement('div', { class: 'title', dir: 'auto' }, title),
    createElement(
      'div',
      { class: 'when' },
      createElement(
        'time',
        attributes,
        createElement('span', { 'aria-hidden': 'true' }, formatTime(time)),
        createElement('span', { class: 'visually-hidden' }, full),
      ),
      createElement(
        'div',
        { class: 'tools' },
        tool,
        isInList ? createIconButton('Dismiss', closeIcon) : null,
      ),
    ),
  );
}

function createBody(text: string): Child[] {
  const isLong = text.length > 200;
  const more = isLong
    ? createElement('button', { class: 'link-button', type: 'button', 'aria-expanded': 'false' }, 'Show more')
    : null;
  return [createElement('div', { class: isLong ? 'body clamped' : 'body', dir: 'auto' }, text), more];
}

function createList(className: string, label: string, items: readonly Node[]): HTMLElement | null {
  if (items.length === 0) return null;
  return createElement(
    'ul',
    { class: className, 'aria-label': label },
    ...items.map((item) => createElement('li', {}, item)),
  );
}

function createButtons({ actionButtons }: Notification['payload']): HTMLElement | null {
  const buttons: Node[] = [];
  for (const name of ['primary', 'secondary', 'tertiary'] as const) {
    const button = actionButtons[name];
    if (!button?.name) continue;
    const content = createElement('bdi', {}, button.name);
    const className = `button ${name}`;
    buttons.push(
      button.onclickAction === 'navigate'
        ? createLink(button.url, className, null, content)
        : createElement('button', { class: className, type: 'button' }, content),
    );
  }
  return buttons.length > 0 ? createElement('div', { class: 'actions' }, ...buttons) : null;
}

/** Creates the same card as the elements. In a list, its row is the article, and the card has a button to dismiss it. */
export function createCard(record: Notification, isInList: boolean): HTMLElement {
  const { payload, isRead } = record;
  const avatars = payload.avatar.slice(0, 3).map(createAvatar);
  const images = payload.attachmentsImage.map(({ iconURL, fallBackName }) => {
    const label = `Open ${fallBackName ?? ''}`;
    const attributes = { class: 'image', type: 'button', 'aria-label': label, 'aria-haspopup': 'dialog' };
    return createElement(
      'button',
      attributes,
      createElement('bdi', {}, fallBackName),
      createPicture(iconURL),
    );
  });
  const files = payload.attachments.map(({ type, fileName, url }) => {
    const kind = createElement('span', { class: `kind kind-${type ?? ''}` }, (type ?? '').toUpperCase());
    return createLink(
      url,
      'file',
      `Download ${fileName ?? ''}`,
      kind,
      createElement('bdi', {}, fileName),
      createIcon(downloadIcon),
    );
  });
  const tags = payload.tags.map(({ tagName, url, icon: source }) => {
    const content = [createPicture(source), createElement('bdi', {}, tagName)];
    return url
      ? createLink(url, 'tag', null, ...content)
      : createElement(
          'button',
          { class: 'tag', type: 'button', 'aria-label': `Show ${tagName ?? ''}` },
          ...content,
        );
  });
  const dot = isRead === false ? createElement('span', { class: 'dot', 'aria-hidden': 'true' }) : null;
  const content = createElement(
    'div',
    { class: 'content' },
    createTop(record, isInList),
    payload.subTitle ? createElement('div', { class: 'subtitle', dir: 'auto' }, payload.subTitle) : null,
    ...(payload.body ? createBody(payload.body) : []),
    createList('images', 'Pictures', images),
    createList('chips', 'Files', files),
    createList('chips', 'Tags', tags),
    createButtons(payload),
  );
  const className = isRead === false ? 'card unread' : 'card';
  return createElement(
    'div',
    { class: className, part: 'card', ...(!isInList && { role: 'article' }) },
    dot,
    createElement('div', { class: 'avatars', 'data-count': String(avatars.length) }, ...avatars),
    content,
  );
}

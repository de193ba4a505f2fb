import type { Notification, NotificationPicture } from '../../src/api/schemas/notification.js';

type Child = Node | string | null;

const formatters = {
  minute: new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
  hour: new Intl.NumberFormat('en', { style: 'unit', unit: 'hour', unitDisplay: 'short' }),
  weekday: new Intl.DateTimeFormat('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
  date: new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
  full: new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }),
};
const minute = 60_000;
const hour = 60 * minute;

const readIcon = 'm5 12.5 4.5 4.5L19 7.5';
const unreadIcon = 'M12 7.5a4.5 4.5 0 1 0 .01 0Z';
const closeIcon = 'M6.5 6.5l11 11M17.5 6.5l-11 11';
const downloadIcon = 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14';

export function element(tag: string, attributes: Record<string, string>, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  for (const name in attributes) made.setAttribute(name, attributes[name] ?? '');
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export function iconButton(name: string, path: string): HTMLElement {
  const attributes = { class: 'icon-button', type: 'button', 'aria-label': name, title: name };
  return element('button', attributes, icon(path));
}

function link(
  url: string | null,
  className: string,
  label: string | null,
  ...children: Child[]
): HTMLElement {
  const made = document.createElement('a');
  if (url) made.href = url;
  // Even the plainest list may not lead to where a script runs.
  if (!url || !/^(https?|mailto|tel):$/.test(made.protocol))
    return element('span', { class: className }, ...children);
  made.className = className;
  if (made.origin !== location.origin && made.protocol.startsWith('http')) {
    made.target = '_blank';
    made.rel = 'noopener noreferrer';
  }
  if (label !== null) made.setAttribute('aria-label', label);
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

function picture(url: string | null): HTMLElement | null {
  if (!url) return null;
  return element('img', {
    src: url,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  });
}

function face({ iconURL, fallBackName }: NotificationPicture): HTMLElement {
  const name = fallBackName ?? '';
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) % 4096;
  const words = name.split(' ');
  const initials = `${words[0]?.charAt(0) ?? ''}${words.at(-1)?.charAt(0) ?? ''}`;
  const attributes = { class: `avatar hue-${hash % 3}`, 'aria-hidden': 'true' };
  return element('div', attributes, picture(iconURL) ?? initials);
}

function shortTime(time: number): string {
  const elapsed = Date.now() - time;
  if (elapsed < hour) return formatters.minute.format(Math.floor(elapsed / minute));
  if (new Date(time).toDateString() === new Date().toDateString())
    return formatters.hour.format(Math.floor(elapsed / hour));
  return (elapsed < 7 * 24 * hour ? formatters.weekday : formatters.date).format(time);
}

function titleRow({ payload, isRead, createdDate }: Notification, isRow: boolean): HTMLElement {
  const time = Date.parse(createdDate ?? '');
  const unread = isRead === false ? element('bdi', { class: 'visually-hidden' }, 'Unread: ') : null;
  const title = link(payload.itemRedirect, 'item-link', null, unread, payload.title ?? 'Notification');
  const full = formatters.full.format(time);
  const attributes = { datetime: new Date(time).toISOString(), title: full };
  const tool = isRead ? iconButton('Mark as unread', unreadIcon) : iconButton('Mark as read', readIcon);
  return element(
    'div',
    { class: 'top' },
    element('div', { class: 'title', dir: 'auto' }, title),
    element(
      'div',
      { class: 'when' },
      element(
        'time',
        attributes,
        element('span', { 'aria-hidden': 'true' }, shortTime(time)),
        element('span', { class: 'visually-hidden' }, full),
      ),
      element('div', { class: 'tools' }, tool, isRow ? iconButton('Dismiss', closeIcon) : null),
    ),
  );
}

function body(text: string): Child[] {
  const isLong = text.length > 200;
  const more = isLong
    ? element('button', { class: 'link-button', type: 'button', 'aria-expanded': 'false' }, 'Show more')
    : null;
  return [element('div', { class: isLong ? 'body clamped' : 'body', dir: 'auto' }, text), more];
}

function list(className: string, label: string, items: readonly Node[]): HTMLElement | null {
  if (items.length === 0) return null;
  return element(
    'ul',
    { class: className, 'aria-label': label },
    ...items.map((item) => element('li', {}, item)),
  );
}

function buttons({ actionButtons }: Notification['payload']): HTMLElement | null {
  const made: Node[] = [];
  for (const name of ['primary', 'secondary', 'tertiary'] as const) {
    const button = actionButtons[name];
    if (!button?.name) continue;
    const content = element('bdi', {}, button.name);
    const className = `button ${name}`;
    made.push(
      button.onclickAction === 'navigate'
        ? link(button.url, className, null, content)
        : element('button', { class: className, type: 'button' }, content),
    );
  }
  return made.length > 0 ? element('div', { class: 'actions' }, ...made) : null;
}

/** The card that the elements show, in plain calls of the DOM. In a list its row is the article, and it can be dismissed. */
export function makeCard(record: Notification, isRow: boolean): HTMLElement {
  const { payload, isRead } = record;
  const faces = payload.avatar.slice(0, 3).map(face);
  const images = payload.attachmentsImage.map(({ iconURL, fallBackName }) => {
    const label = `Open ${fallBackName ?? ''}`;
    const attributes = { class: 'image', type: 'button', 'aria-label': label, 'aria-haspopup': 'dialog' };
    return element('button', attributes, element('bdi', {}, fallBackName), picture(iconURL));
  });
  const files = payload.attachments.map(({ type, fileName, url }) => {
    const kind = element('span', { class: `kind kind-${type ?? ''}` }, (type ?? '').toUpperCase());
    return link(
      url,
      'file',
      `Download ${fileName ?? ''}`,
      kind,
      element('bdi', {}, fileName),
      icon(downloadIcon),
    );
  });
  const tags = payload.tags.map(({ tagName, url, icon: source }) => {
    const content = [picture(source), element('bdi', {}, tagName)];
    return url
      ? link(url, 'tag', null, ...content)
      : element(
          'button',
          { class: 'tag', type: 'button', 'aria-label': `Show ${tagName ?? ''}` },
          ...content,
        );
  });
  const dot = isRead === false ? element('span', { class: 'dot', 'aria-hidden': 'true' }) : null;
  const content = element(
    'div',
    { class: 'content' },
    titleRow(record, isRow),
    payload.subTitle ? element('div', { class: 'subtitle', dir: 'auto' }, payload.subTitle) : null,
    ...(payload.body ? body(payload.body) : []),
    list('images', 'Pictures', images),
    list('chips', 'Files', files),
    list('chips', 'Tags', tags),
    buttons(payload),
  );
  const className = isRead === false ? 'card unread' : 'card';
  return element(
    'div',
    { class: className, ...(!isRow && { role: 'article' }) },
    dot,
    element('div', { class: 'avatars', 'data-count': String(faces.length) }, ...faces),
    content,
  );
}

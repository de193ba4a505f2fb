import { expect } from '@open-wc/testing';
import { safeLink } from '../../../src/index.js';
import { safePicture } from '../../../src/common/links.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  clickOn,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
  stubProperty,
  waitUntil,
} from '../support.js';

const origins = ['item', 'action', 'tag', 'avatar', 'attachment', 'image'] as const;
type Origin = (typeof origins)[number];

/** Creates a payload in which only this part uses the URL. */
function createPayload(origin: Origin, url: string): Record<string, unknown> {
  const fields: Record<Origin, Record<string, unknown>> = {
    item: { itemRedirect: url },
    action: { actionButtons: { primary: { name: 'Go', url, onclickAction: 'navigate' } } },
    tag: { tags: [{ tagName: 'Tag', url, icon: url }] },
    avatar: { avatar: [{ fallBackName: 'Amelia Moss', iconURL: url, iconRedirectURL: url }] },
    attachment: { attachments: [{ type: 'pdf', fileName: 'a.pdf', url }] },
    image: { attachmentsImage: [{ fallBackName: 'One', iconURL: url, iconRedirectURL: url }] },
  };
  return { title: 'Title', ...fields[origin] };
}

const unsafeUrls = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'javascript\n:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'filesystem:https://example.com/x',
  'about:blank',
  'view-source:https://example.com',
  'intent://x#Intent;end',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  '//user@example.com/',
  'https://',
  'http://[::1',
  '',
  ' ',
  '\t\n',
  '#',
  ' # ',
  '\u0000',
];

const externalUrls: [url: string, href: string][] = [
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['//example.com/x', 'http://example.com/x'],
  ['\\\\example.com/x', 'http://example.com/x'],
  ['/\\example.com/x', 'http://example.com/x'],
  ['ht\ntps://example.com/', 'https://example.com/'],
  ['/\t/example.com/', 'http://example.com/'],
];

const sameSiteUrls = ['/orders/1?x=1#y', 'orders', '?page=2', '#section', 'http:orders'];
const appUrls = ['mailto:shop@example.com', 'tel:+44-20-7946-0077', 'MAILTO:shop@example.com'];

/** Returns the links of a card. It opens the picture viewer first, which has the links of pictures. */
async function linksIn(element: NudgeNotification): Promise<HTMLAnchorElement[]> {
  for (const opener of queryAll(element, '.images button')) opener.click();
  await element.updateComplete;
  return queryAll<HTMLAnchorElement>(element, 'a');
}

async function renderLinks(origin: Origin, url: string): Promise<HTMLAnchorElement[]> {
  return linksIn(await renderCard(createPayload(origin, url)));
}

describe('<nudge-notification>', () => {
  for (const origin of origins) {
    it(`links to safe URLs only, and opens other sites in a new tab (${origin})`, async () => {
      const linksTo = async (url: string): Promise<string[][]> =>
        (await renderLinks(origin, url)).map(({ href, target, rel }) => [href, target, rel]);
      expect(await linksTo('javascript:alert(1)')).to.deep.equal([]);
      expect(await linksTo('/orders/1')).to.deep.equal([[`${location.origin}/orders/1`, '', '']]);
      const external = 'https://example.com/a';
      expect(await linksTo(external)).to.deep.equal([[external, '_blank', 'noopener noreferrer']]);
    });
  }

  it('loads no picture from an unsafe URL', async () => {
    for (const origin of ['tag', 'image', 'avatar'] as const)
      expect(queryAll(await renderCard(createPayload(origin, 'javascript:alert(1)')), 'img')).to.have.length(
        0,
      );
  });

  it('nests no links or buttons', async () => {
    const element = await renderCard({
      ...Object.assign({}, ...origins.map((origin) => createPayload(origin, '/x'))),
      attachmentsImage: ['a', 'b', 'c'].map((fallBackName) => ({ fallBackName, iconURL: pictureUrl })),
      body: 'word '.repeat(200),
    });
    expect(queryAll(element, 'a, button').length).to.be.above(7);
    expect(queryAll(element, ':is(a, button) :is(a, button, [tabindex])')).to.have.length(0);
  });
});

describe('safeLink()', () => {
  it('returns null for every URL that no card links to', () => {
    for (const url of [...unsafeUrls, null, undefined])
      expect(safeLink(url), JSON.stringify(url)).to.equal(null);
  });

  it('returns the absolute URL and whether it is of another origin', () => {
    for (const [url, href] of externalUrls)
      expect(safeLink(url), url).to.deep.equal({ href, isExternal: true });
    for (const url of sameSiteUrls) {
      const { href } = new URL(url, document.baseURI);
      expect(safeLink(url), url).to.deep.equal({ href, isExternal: false });
    }
    for (const url of appUrls) expect(safeLink(url)?.isExternal, url).to.equal(false);
  });
});

describe('safePicture()', () => {
  it('accepts http and https URLs only', () => {
    for (const url of [...unsafeUrls, ...appUrls, null])
      expect(safePicture(url), JSON.stringify(url)).to.equal(null);
    for (const [url, href] of externalUrls) expect(safePicture(url), url).to.equal(href);
  });
});

describe('<nudge-notification> navigation', () => {
  for (const origin of origins) {
    it(`fires nudge-navigate with origin "${origin}" before the link is followed`, async () => {
      const { followedUrls } = preventNavigation();
      // A file of the own origin would be a download.
      const url = new URL('/there', origin === 'attachment' ? 'https://example.com' : location.href).href;
      const element = await renderCard(createPayload(origin, url));
      const events = recordEvents(document.body, 'nudge-navigate');
      const [link] = await linksIn(element);
      link!.click();
      expect(events).to.have.length(1);
      const { detail, composed, cancelable } = events[0]!;
      expect([composed, cancelable]).to.deep.equal([true, true]);
      expect(detail).to.deep.equal({ url, origin, id: 'n-1', notification: element.record });
      expect(followedUrls).to.deep.equal([url]);
    });
  }

  async function renderItemLink(): Promise<[NudgeNotification, HTMLElement]> {
    const element = await renderCard(createPayload('item', '/there'), { isRead: false });
    return [element, queryOne(element, '.item-link')];
  }

  it('does not happen if the page cancels nudge-navigate', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await renderItemLink();
    const readEvents = recordEvents(element, 'nudge-read-change');
    element.addEventListener('nudge-navigate', (event) => event.preventDefault());
    link.click();
    expect(followedUrls).to.have.length(0);
    expect(readEvents.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: true }]);
  });

  it('is left to the browser with a modifier key', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await renderItemLink();
    const events = recordEvents(element, 'nudge-navigate');
    const modifiers = ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'];
    for (const modifier of modifiers)
      link.dispatchEvent(
        new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, [modifier]: true }),
      );
    expect(events).to.have.length(0);
    expect(followedUrls).to.have.length(modifiers.length);
  });

  it('is left to the browser with the middle mouse button', async () => {
    const { followedUrls } = preventNavigation();
    const [element] = await renderItemLink();
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(element, 'middle');
    expect(events).to.have.length(0);
    expect(followedUrls).to.have.length(1);
  });

  it('works by a click anywhere on the card', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard({ ...createPayload('item', '/there'), body: 'Some text' });
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(queryOne(element, '.body'));
    expect(events.map(({ detail }) => detail.origin)).to.deep.equal(['item']);
    expect(followedUrls).to.have.length(1);
  });

  it('opens another tab for a click on text with a modifier key or the middle button', async () => {
    preventNavigation();
    const element = await renderCard({ body: 'Some text', itemRedirect: '/x' }, { isRead: false });
    const opened: unknown[][] = [];
    stubProperty(window, 'open', (...values: unknown[]) => {
      opened.push(values);
      return null;
    });
    const navigations = recordEvents(element, 'nudge-navigate');
    const reads = recordEvents(element, 'nudge-read-change');
    queryOne(element, '.body').dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, ctrlKey: true }),
    );
    await clickOn(queryOne(element, '.body'), 'middle');
    queryOne(element, '.body').dispatchEvent(
      new MouseEvent('auxclick', { bubbles: true, composed: true, button: 2 }),
    );
    const expected = [`${location.origin}/x`, '_blank', 'noopener,noreferrer'];
    expect(opened).to.deep.equal([expected, expected]);
    expect(navigations).to.have.length(0);
    expect(reads).to.have.length(2);
  });

  it('marks tags that lead away with an arrow, and tags without a link as no control', async () => {
    const element = await renderCard({
      tags: [{ tagName: 'Away', url: '/tag' }, { tagName: 'Plain' }],
    });
    expect(
      queryAll(element, '.tag').map((tag) => [tag.localName, tag.querySelectorAll('.away').length]),
    ).to.deep.equal([
      ['a', 1],
      ['span', 0],
    ]);
  });

  it('does not use the link of the card for clicks on its controls', async () => {
    preventNavigation();
    const element = await renderCard({
      ...createPayload('tag', '/tag'),
      itemRedirect: '/there',
      body: 'word '.repeat(100),
    });
    await waitUntil(() => queryAll(element, '.link-button').length > 0, 'no button to show more');
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(queryOne(element, 'a.tag'));
    await clickOn(queryOne(element, '.link-button'));
    expect(events.map(({ detail }) => detail.origin)).to.deep.equal(['tag']);
  });

  it('is not offered to a router for a file that is saved', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard(createPayload('attachment', '/invoice.pdf'));
    const events = recordEvents(document.body, 'nudge-navigate');
    const [link] = await linksIn(element);
    link!.click();
    expect([events.length, followedUrls]).to.deep.equal([0, [`${location.origin}/invoice.pdf`]]);
  });

  it('does not happen if a script has changed the href', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await renderItemLink();
    const events = recordEvents(element, 'nudge-navigate');
    link.setAttribute('href', 'javascript:alert(1)');
    link.click();
    expect(events).to.have.length(0);
    expect(followedUrls).to.have.length(0);
  });
});

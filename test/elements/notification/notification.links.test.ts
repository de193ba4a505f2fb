import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  clickOn,
  pictureUrl,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
} from '../support.js';

const origins = ['item', 'action', 'tag', 'avatar', 'attachment', 'image'] as const;
type Origin = (typeof origins)[number];

/** A record that leads to the address from this place alone; its pictures come from elsewhere. */
function leading(origin: Origin, url: string): Record<string, unknown> {
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

const noLinks = [
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

const externalLinks: [url: string, href: string][] = [
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['//example.com/x', 'http://example.com/x'],
  ['\\\\example.com/x', 'http://example.com/x'],
  ['/\\example.com/x', 'http://example.com/x'],
  ['ht\ntps://example.com/', 'https://example.com/'],
  ['/\t/example.com/', 'http://example.com/'],
];

const ownLinks = ['/orders/1?x=1#y', 'orders', '?page=2', '#section', 'http:orders'];
const otherPrograms = ['mailto:shop@example.com', 'tel:+44-20-7946-0077', 'MAILTO:shop@example.com'];

/** The links of a card; where a picture leads one sees once it is open. */
async function linksOf(element: NudgeNotification): Promise<HTMLAnchorElement[]> {
  for (const opener of queryAll(element, '.images button')) opener.click();
  await element.updateComplete;
  return queryAll<HTMLAnchorElement>(element, 'a');
}

async function links(origin: Origin, url: string): Promise<HTMLAnchorElement[]> {
  return linksOf(await renderCard(leading(origin, url)));
}

describe('addresses of a nudge-notification', () => {
  for (const origin of origins) {
    it(`make no link of an ${origin} that may not be one`, async () => {
      for (const url of noLinks) {
        expect(await links(origin, url), JSON.stringify(url)).to.have.length(0);
      }
    });

    it(`open those of an ${origin} that lead to another origin in a tab of its own`, async () => {
      for (const [url, href] of externalLinks) {
        const [link] = await links(origin, url);
        const { target, rel } = link!;
        expect([link!.href, target, rel], JSON.stringify(url)).to.deep.equal([
          href,
          '_blank',
          'noopener noreferrer',
        ]);
      }
    });

    it(`keep those of an ${origin} within the site in this tab`, async () => {
      for (const url of ownLinks) {
        const [link] = await links(origin, url);
        expect([new URL(link!.href).origin, link!.target, link!.rel], url).to.deep.equal([
          location.origin,
          '',
          '',
        ]);
      }
    });

    it(`leave those of an ${origin} to the programs for mail and telephone`, async () => {
      for (const url of otherPrograms) {
        const [link] = await links(origin, url);
        expect(['mailto:', 'tel:']).to.include(link!.protocol);
        expect(link!.target).to.equal('');
      }
    });
  }

  it('make no pictures but those of the web', async () => {
    for (const url of [...noLinks, ...otherPrograms]) {
      for (const origin of ['tag', 'image'] as const) {
        expect(queryAll(await renderCard(leading(origin, url)), 'img'), JSON.stringify(url)).to.have.length(
          0,
        );
      }
    }
  });

  it('are never within one another, nor do buttons hold anything to press', async () => {
    const element = await renderCard({
      ...Object.assign({}, ...origins.map((origin) => leading(origin, '/x'))),
      attachmentsImage: ['a', 'b', 'c'].map((fallBackName) => ({ fallBackName, iconURL: pictureUrl })),
      body: 'word '.repeat(200),
    });
    expect(queryAll(element, 'a, button').length).to.be.above(8);
    expect(queryAll(element, ':is(a, button) :is(a, button, [tabindex])')).to.have.length(0);
  });
});

describe('following a link of a nudge-notification', () => {
  for (const origin of origins) {
    it(`tells the page of ${origin} first, with where it leads`, async () => {
      const { followedUrls } = preventNavigation();
      const element = await renderCard(leading(origin, '/there'));
      const events = recordEvents(document.body, 'nudge-navigate');
      const [link] = await linksOf(element);
      link!.click();
      expect(events).to.have.length(1);
      const { detail, composed, cancelable } = events[0]!;
      expect([composed, cancelable]).to.deep.equal([true, true]);
      const url = `${location.origin}/there`;
      expect(detail).to.deep.equal({ url, origin, id: 'n-1', notification: element.record });
      expect(followedUrls).to.deep.equal([url]);
    });
  }

  async function itemLink(): Promise<[NudgeNotification, HTMLElement]> {
    const element = await renderCard(leading('item', '/there'), { isRead: false });
    return [element, queryOne(element, '.item-link')];
  }

  it('goes nowhere where the page has taken it over', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await itemLink();
    const read = recordEvents(element, 'nudge-read-change');
    element.addEventListener('nudge-navigate', (event) => event.preventDefault());
    link.click();
    expect(followedUrls).to.have.length(0);
    expect(read.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: true }]);
  });

  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) {
    it(`is the browser's own affair with ${key}`, async () => {
      const { followedUrls } = preventNavigation();
      const [element, link] = await itemLink();
      const events = recordEvents(element, 'nudge-navigate');
      link.dispatchEvent(
        new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, [key]: true }),
      );
      expect(events).to.have.length(0);
      expect(followedUrls).to.have.length(1);
    });
  }

  it("is the browser's own affair with the middle button", async () => {
    const { followedUrls } = preventNavigation();
    const [element] = await itemLink();
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(element, 'middle');
    expect(events).to.have.length(0);
    expect(followedUrls).to.have.length(1);
  });

  it('works from anywhere on the card that is nothing else', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderCard({ ...leading('item', '/there'), body: 'Some text' });
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(queryOne(element, '.body'));
    expect(events.map(({ detail }) => detail.origin)).to.deep.equal(['item']);
    expect(followedUrls).to.have.length(1);
  });

  it('leaves the card for what stands on it', async () => {
    preventNavigation();
    const element = await renderCard({
      ...leading('tag', '/tag'),
      itemRedirect: '/there',
      body: 'word '.repeat(100),
    });
    const events = recordEvents(element, 'nudge-navigate');
    await clickOn(queryOne(element, 'a.tag'));
    await clickOn(queryOne(element, '.link-button'));
    expect(events.map(({ detail }) => detail.origin)).to.deep.equal(['tag']);
  });

  it('works by Enter, once', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await itemLink();
    const events = recordEvents(element, 'nudge-navigate');
    link.focus();
    await sendKeys({ press: 'Enter' });
    expect(events).to.have.length(1);
    expect(followedUrls).to.have.length(1);
  });

  it('stops where somebody has changed the address since', async () => {
    const { followedUrls } = preventNavigation();
    const [element, link] = await itemLink();
    const events = recordEvents(element, 'nudge-navigate');
    link.setAttribute('href', 'javascript:alert(1)');
    link.click();
    expect(events).to.have.length(0);
    expect(followedUrls).to.have.length(0);
  });

  it('marks the item as read, and a tag does not', async () => {
    preventNavigation();
    const element = await renderCard(
      { ...leading('tag', '/tag'), itemRedirect: '/there' },
      { isRead: false },
    );
    const read = recordEvents(element, 'nudge-read-change');
    queryOne(element, 'a.tag').click();
    expect(read).to.have.length(0);
    queryOne(element, '.item-link').click();
    expect(read.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: true }]);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  clickOn,
  createRecord,
  preventNavigation,
  queryAll,
  queryOne,
  recordEvents,
  renderCard,
} from '../support.js';

const renderBody = (body: string, fields: object = {}): Promise<NudgeNotification> =>
  fixture<NudgeNotification>(
    html`<nudge-notification
      body-links
      .record=${createRecord({ title: 'Title', body, ...fields }, { isRead: false })}
    ></nudge-notification>`,
  );

const links = (element: Element): HTMLAnchorElement[] => queryAll<HTMLAnchorElement>(element, '.body a');
const hrefs = (element: Element): string[] => links(element).map(({ href }) => href);

describe('The body of a notification', () => {
  it('has no links without body-links', async () => {
    const element = await renderCard({ body: 'See https://example.com/' });
    expect(links(element)).to.have.length(0);
  });

  for (const [body, ...expected] of [
    [
      'See https://example.com/a?b=c#d or mailto:help@example.com!',
      'https://example.com/a?b=c#d',
      'mailto:help@example.com',
    ],
    ['HTTPS://Example.com/A', 'https://example.com/A'],
    [
      '(https://example.com/a_(b)), [https://example.com/c]. "https://example.com/d"…',
      'https://example.com/a_(b)',
      'https://example.com/c',
      'https://example.com/d',
    ],
    ['**https://example.com/e** <https://example.com/f>', 'https://example.com/e', 'https://example.com/f'],
    ['请看https://example.com/订单。谢谢', 'https://example.com/%E8%AE%A2%E5%8D%95'],
    [
      'https://example.com/one\nhttps://example.com/two',
      'https://example.com/one',
      'https://example.com/two',
    ],
  ] as [string, ...string[]][]) {
    it(`has links for the addresses in ${JSON.stringify(body)}`, async () => {
      const element = await renderBody(body);
      expect(hrefs(element)).to.deep.equal(expected);
      expect(queryOne(element, '.body').textContent).to.equal(body);
    });
  }

  for (const body of [
    'javascript:alert(1) JaVaScRiPt:alert(1) java\tscript:alert(1)',
    'data:text/html,x vbscript:x file:///etc/passwd http://example.com example.com',
    'https:// https://? https:example.com xhttps://example.com',
    'https://user:pass@example.com/ https://bank.example@example.com/',
    '<a href="http://example.com">x</a> [x](/path)',
  ]) {
    it(`has no link in ${JSON.stringify(body)}`, async () => {
      const element = await renderBody(body);
      expect(links(element)).to.have.length(0);
      expect(queryOne(element, '.body').textContent).to.equal(body);
    });
  }

  it('opens links to other origins in a new tab, and says so', async () => {
    const element = await renderBody(`https://example.com/ ${location.origin.replace('http:', 'https:')}/x`);
    const [away] = links(element);
    expect([away?.target, away?.rel, away?.ariaLabel]).to.deep.equal([
      '_blank',
      'noopener noreferrer',
      'https://example.com/ (opens in a new tab)',
    ]);
  });

  it('shows where an address leads whose letters look like others', async () => {
    const element = await renderBody('https://\u0430pple.com/id');
    expect(links(element).map(({ textContent }) => textContent)).to.deep.equal([
      'https://xn--pple-43d.com/id',
    ]);
  });

  it('ends an address before a character that changes the direction of text', async () => {
    const element = await renderBody('https://example.com/\u202egnp.exe');
    expect(hrefs(element)).to.deep.equal(['https://example.com/']);
  });

  it('takes the direction of its text, not of an address before it', async () => {
    const element = await renderBody('https://example.com/ \u0645\u0631\u062d\u0628\u0627');
    expect(getComputedStyle(queryOne(element, '.body')).direction).to.equal('rtl');
    expect(getComputedStyle(queryOne(element, '.body bdi')).direction).to.equal('ltr');
  });

  it('has no link for an address that is cut off, in a megabyte without spaces', async () => {
    const element = await renderBody(`https://example.com/${'a'.repeat(1_000_000)}`);
    expect(links(element)).to.have.length(0);
    const closing = await renderBody(`https://example.com/${')]'.repeat(500_000)} https://example.com`);
    expect(links(closing)).to.have.length(0);
  });

  it('has at most 50 links', async () => {
    const element = await renderBody('https://a.example '.repeat(500));
    expect(links(element)).to.have.length(50);
    expect(queryOne(element, '.body').textContent).to.match(/^(https:\/\/a\.example ){200}/);
  });

  it('follows a link, without a press on the notification, and marks it as read', async () => {
    const { followedUrls } = preventNavigation();
    const element = await renderBody('https://example.com/', { itemRedirect: '/item' });
    const selects = recordEvents(element, 'nudge-select');
    const navigations = recordEvents(element, 'nudge-navigate');
    const reads = recordEvents(element, 'nudge-read-change');
    await clickOn(links(element)[0]!);
    expect(followedUrls).to.deep.equal(['https://example.com/']);
    expect(selects).to.have.length(0);
    expect(navigations.map(({ detail: { url, origin } }) => [url, origin])).to.deep.equal([
      ['https://example.com/', 'body'],
    ]);
    expect(reads.map(({ detail }) => detail)).to.deep.equal([{ ids: ['n-1'], isRead: true }]);
  });
});

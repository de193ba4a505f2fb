import { expect } from '@open-wc/testing';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import {
  brokenPictureUrl,
  createRecord,
  pictureUrl,
  queryAll,
  queryOne,
  renderCard,
  setPageAttribute,
  visibleText,
  waitUntil,
} from '../support.js';

const createImage = (name: string, iconURL = '', iconRedirectURL = ''): unknown => ({
  fallBackName: name,
  iconURL,
  iconRedirectURL,
});
/** Presses the button at the end of a list that shows the items left out. */
async function expandList(element: NudgeNotification, part: 'files' | 'tags'): Promise<void> {
  queryOne(element, `[part=${part}] > li > .link-button`).click();
  await element.updateComplete;
}
const itemsOf = (element: Element, part: string): HTMLElement[] => queryAll(element, `[part=${part}] > li`);

describe('<nudge-notification>', () => {
  it('shows every field of a record', async () => {
    const element = await renderCard(
      {
        title: 'Your parcel is on its way',
        subTitle: 'Order 1042',
        body: 'Expect a knock.',
        avatar: [createImage('Amelia Moss')],
        attachmentsImage: [createImage('The lamp', pictureUrl)],
        attachments: [{ type: 'pdf', fileName: 'invoice.pdf', url: '/invoice.pdf' }],
        itemRedirect: '/orders/1042',
        tags: [{ tagName: 'Delivery', url: '/orders', icon: pictureUrl }],
        actionButtons: { primary: { name: 'Track', url: '/track', onclickAction: 'navigate' } },
      },
      { isRead: false },
    );
    expect(visibleText(queryOne(element, '.title'))).to.contain('Your parcel is on its way');
    expect(visibleText(queryOne(element, '.subtitle'))).to.equal('Order 1042');
    expect(visibleText(queryOne(element, '.body'))).to.equal('Expect a knock.');
    expect(queryAll(element, '.avatar')).to.have.length(1);
    expect(itemsOf(element, 'images')).to.have.length(1);
    expect(itemsOf(element, 'files')).to.have.length(1);
    expect(itemsOf(element, 'tags')).to.have.length(1);
    expect(queryAll(element, '.actions .button')).to.have.length(1);
    expect(queryAll(element, 'time')).to.have.length(1);
  });

  it('shows only a default title for an empty record', async () => {
    const element = await renderCard({}, { createdDate: null, isRead: null });
    expect(visibleText(queryOne(element, '.card'))).to.equal('Notification');
    expect(queryAll(element, '.avatar')).to.have.length(1);
    expect(queryAll(element, 'a, button:not(.item-button, .tools *), time, ul')).to.have.length(0);
  });

  it('shows up to two avatars within the same square', async () => {
    for (const count of [1, 2, 4]) {
      const element = await renderCard({
        avatar: Array.from({ length: count }, (_, i) => createImage(`Person ${i}`)),
      });
      const square = queryOne(element, '.avatars').getBoundingClientRect();
      const avatars = queryAll(element, '.avatar');
      expect(avatars).to.have.length(Math.min(count, 2));
      expect([square.width, square.height]).to.deep.equal([40, 40]);
      for (const avatar of avatars) {
        const { left, right, top, bottom } = avatar.getBoundingClientRect();
        expect(left >= square.left && right <= square.right, 'horizontally').to.be.true;
        expect(top >= square.top && bottom <= square.bottom, 'vertically').to.be.true;
      }
    }
  });

  it('says how many avatars follow in the place of the second, by a text and an accessible name', async () => {
    const element = await renderCard({
      avatar: Array.from({ length: 5 }, (_, i) => createImage(`Person ${i}`, '', '/people')),
    });
    const rest = queryAll(element, '.avatar').at(-1)!;
    expect([visibleText(rest), rest.role, rest.ariaLabel]).to.deep.equal(['+4', 'img', '4 more']);
    // A screen reader says the name before how many more there are.
    expect(queryOne(element, 'a.avatars').textContent.trim()).to.match(/^Person 0/);
    const crowd = await renderCard({ avatar: Array.from({ length: 1000 }, () => createImage('Ann')) });
    const last = queryAll(crowd, '.avatar').at(-1)!;
    expect([visibleText(last), last.ariaLabel]).to.deep.equal(['+99', '999 more']);
    expect(last.scrollWidth <= last.clientWidth).to.be.true;
  });

  it('shows what it is about without an avatar: by the first icon of a tag that can be loaded, else by a bell', async () => {
    const tags = [{ tagName: 'Plain' }, { tagName: 'Broken', icon: brokenPictureUrl }];
    const bell = await renderCard({ tags: [{ tagName: 'Plain', icon: 'javascript:1' }] });
    expect(queryAll(bell, '.avatars svg')).to.have.length(1);
    const delivery = await renderCard({ tags: [...tags, { tagName: 'Delivery', icon: pictureUrl }] });
    await waitUntil(() => queryAll(delivery, `.avatars img[src$="${pictureUrl}"]`).length === 1, 'no icon');
    expect(queryAll(delivery, '.avatars svg, .avatars a, a.avatars')).to.have.length(0);
  });

  it('leaves out the avatar and its column with `avatars="none"`', async () => {
    const element = await renderCard({ title: 'Title', avatar: [createImage('Ann', '', '/ann')] });
    const left = (selector: string): number => queryOne(element, selector).getBoundingClientRect().left;
    const before = left('.title');
    element.setAttribute('avatars', 'none');
    await element.updateComplete;
    expect(queryOne(element, '.avatars').checkVisibility()).to.be.false;
    expect(before - left('.title')).to.equal(40 + 12);
  });

  it('links its avatars as one target, to the first one with a link and a name', async () => {
    const element = await renderCard({
      avatar: [createImage('', '', '/people/x'), createImage('Amelia Moss', '', '/people/amelia')],
    });
    const link = queryOne<HTMLAnchorElement>(element, 'a.avatars');
    expect(new URL(link.href).pathname).to.equal('/people/amelia');
    expect(visibleText(queryOne(element, 'a.avatars > .visually-hidden'))).to.equal('Amelia Moss');
    const { width, height } = link.getBoundingClientRect();
    expect([width, height]).to.deep.equal([40, 40]);
    expect(queryAll(element, 'a.avatars .avatar')).to.have.length(2);
  });

  it('does not link an avatar without a name', async () => {
    const element = await renderCard({ avatar: [createImage('', '', '/people/x')] });
    expect(queryAll(element, 'a')).to.have.length(0);
    expect(queryAll(element, '.avatar')).to.have.length(1);
  });

  it('shows the line breaks of its body', async () => {
    const element = await renderCard({ body: 'Two\nlines' });
    const body = queryOne(element, '.body');
    expect(body.textContent).to.equal('Two\nlines');
    const range = document.createRange();
    range.selectNodeContents(body);
    expect(new Set([...range.getClientRects()].map(({ top }) => top)), 'two lines').to.have.length(2);
  });

  it('shows one picture in full width and two side by side', async () => {
    const single = await renderCard({ attachmentsImage: [createImage('One', pictureUrl)] });
    const pair = await renderCard({
      attachmentsImage: [createImage('One', pictureUrl), createImage('Two', pictureUrl)],
    });
    const width = (element: Element): number => itemsOf(element, 'images')[0]!.getBoundingClientRect().width;
    expect(itemsOf(pair, 'images')).to.have.length(2);
    expect(width(single)).to.be.above(width(pair) * 1.9);
    await waitUntil(() =>
      queryAll<HTMLImageElement>(pair, '.image img').every((image) => image.naturalWidth > 0),
    );
    for (const image of queryAll(pair, '.image img')) {
      expect(image.getAttribute('loading')).to.equal('lazy');
      expect(image.getAttribute('referrerpolicy')).to.equal('no-referrer');
    }
  });

  it('links a picture with a safe link by its name, and opens one without in the viewer', async () => {
    const element = await renderCard({
      attachmentsImage: [
        createImage('The lamp', pictureUrl, 'https://example.com/lamp'),
        createImage('The mug', pictureUrl, 'javascript:alert(1)'),
      ],
    });
    const [lamp, mug] = queryAll(element, '.image');
    expect([lamp!.localName, lamp!.ariaLabel]).to.deep.equal(['a', 'The lamp (opens in a new tab)']);
    expect([mug!.localName, mug!.ariaLabel]).to.deep.equal(['button', 'Open picture The mug']);
    expect(
      queryAll(element, '.image img').map((image) => image.getBoundingClientRect().height > 50),
    ).to.deep.equal([true, true]);
    const nameless = await renderCard({ attachmentsImage: [createImage('', pictureUrl, '/lamp')] });
    expect(queryOne(nameless, '.images a').ariaLabel).to.equal('Open link');
  });

  it('opens the viewer from the number of further pictures, whatever the links', async () => {
    const element = await renderCard({
      attachmentsImage: ['One', 'Two', 'Three'].map((name) => createImage(name, pictureUrl, `/${name}`)),
    });
    expect(queryAll(element, '.image').map(({ localName }) => localName)).to.deep.equal(['a', 'button']);
    queryOne(element, 'button.image').click();
    await element.updateComplete;
    expect(visibleText(queryOne(element, '.caption p'))).to.equal('Two 2 of 3');
    expect(new URL(queryOne<HTMLAnchorElement>(element, '.caption a').href).pathname).to.equal('/Two');
  });

  it('shows two of five pictures, the second with the number of further ones', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const element = await renderCard({
      attachmentsImage: names.map((name) => createImage(name, pictureUrl)),
    });
    const buttons = queryAll(element, '.images button');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).to.deep.equal([
      'Open picture One',
      '4 more pictures',
    ]);
    expect(visibleText(queryOne(element, '.more'))).to.equal('+4');
    expect(queryAll(element, '.images img')).to.have.length(2);
  });

  it('keeps the plus before the number of further pictures in right-to-left text', async () => {
    setPageAttribute('lang', 'he');
    setPageAttribute('dir', 'rtl');
    const element = await renderCard({
      attachmentsImage: [1, 2, 3].map((name) => createImage(`${name}`, pictureUrl)),
    });
    // The left-to-right mark keeps the order of the characters. It comes with the language, which loads on demand.
    await waitUntil(() => queryOne(element, '.more').textContent === '\u200e+2', 'the mark is missing');
  });

  it('shows the name of a broken picture, and the picture of the next record', async () => {
    const element = await renderCard({ attachmentsImage: [createImage('The lamp', brokenPictureUrl)] });
    await waitUntil(() => queryAll(element, '.image img').length === 0);
    expect(visibleText(queryOne(element, '.image'))).to.equal('The lamp');
    expect(queryAll(element, '.images :is(a, button)')).to.have.length(0);
    element.record = createRecord({ attachmentsImage: [createImage('The mug', pictureUrl)] }, { id: 'n-2' });
    await element.updateComplete;
    expect(queryAll(element, '.image img').map((image) => image.checkVisibility())).to.deep.equal([true]);
  });

  it('links a broken picture by its name, or by a message if it has no name', async () => {
    const element = await renderCard({
      attachmentsImage: [
        createImage('The lamp', brokenPictureUrl, '/lamp'),
        createImage('', 'javascript:alert(1)', '/mug'),
      ],
    });
    await waitUntil(() => queryAll(element, '.image img').length === 0);
    expect(
      queryAll<HTMLAnchorElement>(element, '.images a').map((link) => [visibleText(link), link.pathname]),
    ).to.deep.equal([
      ['The lamp', '/lamp'],
      ['Couldn’t load this picture.', '/mug'],
    ]);
  });

  it('still counts further pictures if the second is broken', async () => {
    const element = await renderCard({
      attachmentsImage: [
        createImage('One', pictureUrl),
        createImage('Two', brokenPictureUrl),
        createImage('Three', pictureUrl),
      ],
    });
    await waitUntil(() => queryAll(element, '.image img').length === 1);
    expect(
      queryAll(element, '.images button').map((button) => button.getAttribute('aria-label')),
    ).to.deep.equal(['Open picture One', '2 more pictures']);
  });

  it('keeps its size when pictures load or fail', async () => {
    const pictures = [`${pictureUrl}?size`, brokenPictureUrl].map((address) =>
      createImage('Name '.repeat(30), address),
    );
    const element = await renderCard({
      attachmentsImage: pictures,
      avatar: [createImage('Amelia Moss', brokenPictureUrl)],
    });
    const height = (): number => element.getBoundingClientRect().height;
    const [image] = queryAll<HTMLImageElement>(element, '.image img');
    expect(image!.complete).to.be.false;
    const before = height();
    await waitUntil(() => image!.naturalWidth > 0 && queryAll(element, '.image img').length === 1);
    expect(height()).to.equal(before);
  });

  it('shows files with type and name, and links those with a safe URL', async () => {
    const element = await renderCard({
      attachments: [
        { type: 'pdf', fileName: 'invoice.pdf', url: '/invoice.pdf' },
        { type: null, fileName: 'figures.csv', url: '/figures.csv' },
        { type: 'application/octet-stream', fileName: 'plain', url: 'javascript:alert(1)' },
        { url: '/nameless' },
      ],
    });
    await expandList(element, 'files');
    const files = itemsOf(element, 'files').slice(0, -1);
    expect(files.map(visibleText)).to.deep.equal(['PDF invoice.pdf', 'CSV figures.csv', 'plain', 'File']);
    expect(files.map((file) => file.querySelector('a')?.getAttribute('aria-label') ?? null)).to.deep.equal([
      'Download PDF invoice.pdf',
      'Download CSV figures.csv',
      null,
      'Download File',
    ]);
    expect(files.map((file) => file.querySelectorAll('svg').length)).to.deep.equal([1, 1, 0, 1]);
  });

  it('shows the file extension last in spite of bidirectional control characters', async () => {
    const element = await renderCard({
      attachments: [
        { type: '', fileName: 'invoice\u202efdp.exe', url: '/x' },
        { type: '', fileName: '\u2067\u200fgpj.\u2069exe', url: '/x' },
        { type: '', fileName: `${'long '.repeat(60)}.exe`, url: '/x' },
      ],
    });
    const names = queryAll(element, '.file bdi').map((name) => name.textContent);
    expect(names[0]).to.equal('invoicefdp.exe');
    expect(names[1]).to.equal('gpj.exe');
    expect(names[2])
      .to.match(/….exe$/)
      .and.to.have.length.below(105);
    expect(queryAll(element, '.kind').map(visibleText)).to.deep.equal(['EXE', 'EXE', 'EXE']);
  });

  it('keeps the file extension visible in spite of blank characters before it', async () => {
    const blanks = ['\u00a0', '\u3000', '\u2800', '\u3164', '\u200b', '\n '];
    const names = blanks.map((blank) => `invoice.pdf${blank.repeat(80)}.exe`);
    const element = await renderCard({
      attachments: [...names, `invoice.pdf${' '.repeat(200)}.application`].map((fileName) => ({
        type: '',
        fileName,
        url: '/x',
      })),
    });
    await expandList(element, 'files');
    expect(queryAll(element, '.file bdi').map(visibleText)).to.deep.equal([
      ...names.map(() => 'invoice.pdf .exe'),
      'invoice.pdf .application',
    ]);
  });

  it('does not change a file name with single spaces and joined characters', async () => {
    const fileName = 'Our trip 👩‍🚀 نامه‌ها 2.tar.gz';
    const element = await renderCard({ attachments: [{ type: '', fileName, url: '/x' }] });
    expect(queryOne(element, '.file bdi').textContent).to.equal(fileName);
  });

  it('downloads files of the same origin under the shown name and opens others', async () => {
    const element = await renderCard({
      attachments: [
        { type: 'pdf', fileName: 'invoice\u202e.pdf', url: '/files/17' },
        { type: 'pdf', fileName: '', url: '/files/18' },
        { type: 'pdf', fileName: 'a.pdf', url: 'https://example.com/a.pdf' },
        { type: 'pdf', fileName: 'a.pdf', url: 'mailto:files@example.com' },
      ],
      tags: [{ tagName: 'Tag', url: '/tag' }],
    });
    await expandList(element, 'files');
    expect(
      queryAll<HTMLAnchorElement>(element, 'a').map((link) => link.getAttribute('download')),
    ).to.deep.equal(['invoice.pdf', '', null, null, null]);
  });

  it('shows tags with and without icons and links', async () => {
    const element = await renderCard({
      tags: [
        { tagName: 'Plain', url: '', icon: '' },
        { tagName: 'Linked', url: '/tag', icon: '' },
        { tagName: 'Both', url: '/tag', icon: pictureUrl },
        { tagName: '\u200b\u00a0', url: '/tag', icon: pictureUrl },
      ],
    });
    const tags = itemsOf(element, 'tags');
    expect(tags.map(visibleText)).to.deep.equal(['Plain', 'Linked', 'Both']);
    expect(tags.map((tag) => tag.querySelectorAll('a').length)).to.deep.equal([0, 1, 1]);
    expect(tags.map((tag) => tag.querySelectorAll('img').length)).to.deep.equal([0, 0, 1]);
  });

  it('shows up to three buttons in order and skips those without a visible name', async () => {
    const button = (name: string): unknown => ({ name, url: '', onclickAction: 'x' });
    const element = await renderCard({
      actionButtons: { tertiary: button('Third'), secondary: button('\u200b'), primary: button('First') },
    });
    expect(queryAll(element, '.actions .button').map(visibleText)).to.deep.equal(['First', 'Third']);
  });

  it('marks an unread notification by a hidden text and a dot', async () => {
    const element = await renderCard({ title: 'Hello' }, { isRead: false });
    expect(queryOne(element, '.title').textContent.replace(/\s+/g, ' ').trim()).to.equal('Unread: Hello');
    const dot = queryOne(element, '.dot').getBoundingClientRect();
    expect([dot.width, dot.height]).to.deep.equal([8, 8]);
    element.record = createRecord({ title: 'Hello' }, { isRead: true });
    await element.updateComplete;
    expect(queryOne(element, '.title').textContent.trim()).to.equal('Hello');
    expect(queryAll(element, '.dot')).to.have.length(0);
  });

  it('shows a relative time with the full date and a datetime attribute', async () => {
    const createdDate = new Date(Date.now() - 125_000).toISOString();
    const time = queryOne(await renderCard({}, { createdDate }), 'time');
    expect(visibleText(time)).to.match(/^2 min/);
    expect(time.getAttribute('datetime')).to.equal(createdDate);
    expect(time.title).to.contain(String(new Date(createdDate).getFullYear()));
  });

  it('has targets of at least 24 pixels', async () => {
    const element = await renderCard({
      title: 'Title',
      body: 'word '.repeat(100),
      avatar: [createImage('A', '', '/a'), createImage('B', '', '/b'), createImage('C', '', '/c')],
      attachmentsImage: [createImage('One', pictureUrl)],
      attachments: [{ type: 'pdf', fileName: 'invoice.pdf', url: '/invoice.pdf' }],
      tags: [{ tagName: 'x', url: '/x' }],
      actionButtons: { primary: { name: 'x', url: '/x', onclickAction: 'navigate' } },
    });
    await waitUntil(() => queryAll(element, '.link-button').length > 0, 'no button to show more');
    const targets = queryAll(element, 'a, button:not(.item-button)').filter((target) =>
      target.checkVisibility(),
    );
    expect(targets.map(({ className }) => className)).to.deep.equal([
      'avatars several',
      'icon-button',
      'link-button',
      'image',
      'file',
      'tag',
      'button primary',
    ]);
    for (const target of targets) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height), target.className).to.be.at.least(24);
    }
  });
});

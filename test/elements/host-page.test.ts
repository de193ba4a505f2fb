import { expect, fixture, html } from '@open-wc/testing';
import { createSandbox } from '../../src/sandbox.js';
import {
  addNotifications,
  all,
  asked,
  bellButton,
  bellWith,
  card,
  cards,
  emptySandbox,
  frames,
  hostStyle,
  inboxOf,
  inboxWith,
  isShown,
  one,
  panelOf,
  press,
  sessionOf,
  settle,
  titles,
  uncaught,
} from './support.js';

const hostile: Record<string, string> = {
  'resets everything': '* { all: unset !important }',
  'inherits nonsense': `html, body, body * { text-transform: uppercase; letter-spacing: 2em; word-spacing: 3em;
    visibility: hidden; font: 3px/0.1 fantasy; color: transparent; text-indent: -999px; white-space: nowrap;
    pointer-events: none; user-select: none; cursor: none; word-break: break-all; text-align: right;
    line-height: 0; text-shadow: 0 0 9px red; writing-mode: vertical-rl; -webkit-text-fill-color: transparent }`,
  'styles tags': `span, a, button, ul, li, h2, h3, p, svg, dialog, header, section, article, time, img
    { display: none !important; position: fixed !important; font-size: 1px !important }`,
  'shrinks the root': 'html { font-size: 62.5%; line-height: 1 }',
};

const looks = [
  'fontSize',
  'lineHeight',
  'letterSpacing',
  'textTransform',
  'visibility',
  'color',
  'textIndent',
] as const;
const lookOf = (element: Element): string[] => {
  const style = getComputedStyle(element);
  return [
    ...looks.map((name) => style[name]),
    style.webkitTextFillColor,
    style.pointerEvents,
    style.writingMode,
  ];
};

describe('a host page', () => {
  for (const [what, rules] of Object.entries(hostile)) {
    it(`that ${what} leaves text to read and controls to press`, async () => {
      const places = async (): Promise<[Element[], () => void]> => {
        const sandbox = emptySandbox();
        const payload = { title: 'Title', body: 'Body', tags: [{ tagName: 'Tag' }] };
        const ids = addNotifications(sandbox, 2, () => ({ payload }));
        const bell = await bellWith(sessionOf(sandbox, { ids }));
        await press(bellButton(bell));
        await frames();
        expect(isShown(panelOf(bell))).to.be.true;
        const inbox = inboxOf(bell);
        const [first] = cards(inbox);
        const shown = [bellButton(bell), one(bell, '.badge'), one(inbox, 'h2'), ...all(inbox, '.filter')];
        shown.push(
          ...all(first!, '.title, .body, .tag, time, .tools button'),
          one(bell, '[slot=header-actions]'),
        );
        return [shown, () => bell.remove()];
      };
      const [expected, remove] = await places();
      const usual = expected.map(lookOf);
      remove();
      hostStyle(rules);
      const [shown, removeAgain] = await places();
      expect(shown.map(lookOf)).to.deep.equal(usual);
      for (const element of shown) {
        const { width, height } = element.getBoundingClientRect();
        expect(Math.min(width, height), element.className).to.be.above(5);
      }
      await press(one(bellOfPage(), '[slot=header-actions]'));
      expect(isShown(panelOf(bellOfPage()))).to.be.false;
      removeAgain();
    });
  }

  const bellOfPage = (): Parameters<typeof panelOf>[0] => document.querySelector('nudge-bell')!;

  for (const tag of ['inbox', 'notification'] as const) {
    it(`that resets everything, and is black, leaves a nudge-${tag} of its own readable`, async () => {
      hostStyle(
        '* { all: unset !important } html, body { background: black !important; color: black !important }',
      );
      const element =
        tag === 'inbox'
          ? await inboxWith(sessionOf(emptySandbox(), { ids: [] }))
          : await card({ title: 'Title' });
      await frames();
      await expect(element).to.be.accessible();
      expect(one(element, '.root').getBoundingClientRect().width).to.be.above(300);
      const painted = one(element, tag === 'inbox' ? '.root' : '.card');
      expect(getComputedStyle(painted).backgroundColor).to.equal('rgb(255, 255, 255)');
    });
  }

  it('that spaces its elements decides on the space around ours', async () => {
    const bell = await bellWith(undefined);
    for (const element of [bell, await card({})]) expect(getComputedStyle(element).margin).to.equal('0px');
  });

  it('that hides an element hides it', async () => {
    for (const element of [await bellWith(undefined), await inboxWith(undefined), await card({})]) {
      element.hidden = true;
      expect(element.checkVisibility(), element.localName).to.be.false;
    }
  });

  it('is left as it is: nothing in head and body, no style changed, no name added', async () => {
    const own = await fixture<HTMLElement>(html`<p class="root card bell">Text</p>`);
    const [head, look, body] = [document.head.innerHTML, lookOf(own), document.body.children.length];
    const names = Object.keys(globalThis);
    const sheets = document.adoptedStyleSheets.length;
    const sandbox = createSandbox();
    const bell = await bellWith(sessionOf(sandbox, { ids: sandbox.notificationIds().slice(6, 8) }));
    bell.open = true;
    await frames();
    expect(document.head.innerHTML).to.equal(head);
    // The fixture of the bell itself is the one that comes.
    expect(document.body.children.length).to.equal(body + 1);
    expect(document.adoptedStyleSheets.length).to.equal(sheets);
    expect(lookOf(own)).to.deep.equal(look);
    expect(Object.keys(globalThis)).to.deep.equal(names);
  });

  it('finds no style attribute and no style element in what we render', async () => {
    const sandbox = createSandbox({ pictureBase: '/package.json?' });
    const bell = await bellWith(sessionOf(sandbox, { ids: sandbox.notificationIds().slice(0, 8) }));
    bell.open = true;
    await frames();
    for (const root of [bell, inboxOf(bell), ...cards(inboxOf(bell))]) {
      expect(all(root, '[style], style, link'), root.localName).to.have.length(0);
    }
  });
});

describe('however an element comes to the page', () => {
  const tags = ['nudge-bell', 'nudge-inbox', 'nudge-notification', 'nudge-avatar'];
  const ways: Record<string, (tag: string) => Element> = {
    'document.createElement': (tag) => document.createElement(tag),
    new: (tag) => new (customElements.get(tag)!)(),
    innerHTML: (tag) => {
      const place = document.createElement('div');
      place.innerHTML = `<${tag} ids="[]" label="x" name="x" record="x" open></${tag}>`;
      return place.firstElementChild!;
    },
    'cloneNode(true)': (tag) => document.createElement(tag).cloneNode(true) as Element,
    importNode: (tag) => {
      const template = document.createElement('template');
      template.innerHTML = `<${tag}><i slot="icon"></i></${tag}>`;
      return document.importNode(template.content, true).firstElementChild!;
    },
    'another document': (tag) => {
      const other = new DOMParser().parseFromString(`<${tag}></${tag}>`, 'text/html');
      return document.adoptNode(other.body.firstElementChild!);
    },
  };

  for (const tag of tags) {
    for (const [way, make] of Object.entries(ways)) {
      it(`${tag} by ${way} throws nothing, and leaves without a trace`, async () => {
        const errors = uncaught();
        const place = await fixture<HTMLElement>(html`<div></div>`);
        const element = make(tag);
        expect(element.localName).to.equal(tag);
        place.append(element);
        await settle();
        expect(element.shadowRoot === null).to.be.false;
        place.append(element.cloneNode(true));
        element.remove();
        await settle();
        expect(errors.map(String)).to.deep.equal([]);
      });
    }
  }

  it('two with one session act as one: one request an id, one reading', async () => {
    const sandbox = emptySandbox();
    const ids = addNotifications(sandbox, 3);
    const session = sessionOf(sandbox, { ids });
    const [bell, inbox, other] = [
      await bellWith(session),
      await inboxWith(session),
      await inboxWith(session),
    ];
    await frames();
    expect(asked(sandbox)).to.equal(3);
    one(cards(inbox)[0]!, '.tools button:first-child').click();
    await frames();
    expect(titles(other)[0]).to.equal('Title 0');
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('Notifications, 2 unread');
  });

  it('two with sessions of two customers share nothing', async () => {
    const sandbox = emptySandbox();
    const ids = addNotifications(sandbox, 1);
    sandbox.addNotification({ id: ids[0]!, payload: { title: 'Other' } }, 'customer-2');
    const session = sessionOf(sandbox, { ids });
    const second = sessionOf(sandbox, { ids, getToken: () => sandbox.issueToken('customer-2') });
    const [mine, theirs] = [await inboxWith(session), await inboxWith(second)];
    session.notifications.markAllRead();
    await frames();
    expect(titles(mine)).to.deep.equal(['Title 0']);
    expect(titles(theirs)).to.deep.equal(['Unread: Other']);
  });
});

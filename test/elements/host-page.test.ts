import { expect, fixture, html } from '@open-wc/testing';
import { createSandbox } from '../../src/sandbox.js';
import { hasAnchorPositioning } from '../../src/elements/bell/bell-panel.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  clickOn,
  countRequests,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  inboxOf,
  isVisible,
  nextFrames,
  panelOf,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  renderBell,
  renderCard,
  renderInbox,
} from './support.js';

const hostStyles: Record<string, string> = {
  // Scripts that show as text would move the bell out of the window.
  'resets everything': '* { all: unset !important } script { display: none !important }',
  'inherits nonsense': `html, body, body * { text-transform: uppercase; letter-spacing: 2em; word-spacing: 3em;
    visibility: hidden; font: 3px/0.1 fantasy; color: transparent; text-indent: -999px; white-space: nowrap;
    pointer-events: none; user-select: none; cursor: none; word-break: break-all; text-align: right;
    line-height: 0; text-shadow: 0 0 9px red; writing-mode: vertical-rl; -webkit-text-fill-color: transparent }`,
  'styles tags': `span, a, button, ul, li, h2, h3, p, svg, dialog, header, section, article, time, img
    { display: none !important; position: fixed !important; font-size: 1px !important }`,
  'shrinks the root': 'html { font-size: 62.5%; line-height: 1 }',
};

const comparedProperties = [
  'fontSize',
  'lineHeight',
  'letterSpacing',
  'textTransform',
  'visibility',
  'color',
  'textIndent',
] as const;
const readStyles = (element: Element): string[] => {
  const style = getComputedStyle(element);
  return [
    ...comparedProperties.map((name) => style[name]),
    style.webkitTextFillColor,
    style.pointerEvents,
    style.writingMode,
  ];
};

describe('The elements in a host page', () => {
  for (const [effect, rules] of Object.entries(hostStyles)) {
    it(`keep text readable and controls usable if the page ${effect}`, async () => {
      const renderPage = async (): Promise<[Element[], () => void]> => {
        const sandbox = createEmptySandbox();
        const payload = { title: 'Title', body: 'Body', tags: [{ tagName: 'Tag' }] };
        const ids = addNotifications(sandbox, 2, () => ({ payload }));
        const bell = await renderBell(createTestSession(sandbox, { ids }));
        bell.badge = 'unread';
        await clickOn(bellButton(bell));
        await nextFrames();
        expect(isVisible(panelOf(bell))).to.be.true;
        const inbox = inboxOf(bell);
        const [first] = cards(inbox);
        const elements = [
          bellButton(bell),
          queryOne(bell, '.badge'),
          queryOne(inbox, 'h2'),
          ...queryAll(inbox, '.filter'),
        ];
        elements.push(
          ...queryAll(first!, '.title, .body, .tag, time, .tools button'),
          queryOne(bell, '[slot=header-actions]'),
        );
        return [elements, () => bell.remove()];
      };
      const [expected, remove] = await renderPage();
      const expectedStyles = expected.map(readStyles);
      remove();
      addHostStyle(rules);
      const [elements, removeAgain] = await renderPage();
      expect(elements.map(readStyles)).to.deep.equal(expectedStyles);
      for (const element of elements) {
        const { width, height } = element.getBoundingClientRect();
        expect(Math.min(width, height), element.className).to.be.above(5);
      }
      await clickOn(queryOne(pageBell(), '[slot=header-actions]'));
      expect(isVisible(panelOf(pageBell()))).to.be.false;
      removeAgain();
    });
  }

  const pageBell = (): Parameters<typeof panelOf>[0] => document.querySelector('nudge-bell')!;

  for (const tag of ['inbox', 'notification'] as const) {
    it(`keep a <nudge-${tag}> readable if the page is black and resets all styles`, async () => {
      addHostStyle(
        '* { all: unset !important } html, body { background: black !important; color: black !important }',
      );
      const element =
        tag === 'inbox'
          ? await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }))
          : await renderCard({ title: 'Title' });
      await nextFrames();
      await expect(element).to.be.accessible();
      expect(queryOne(element, '.root').getBoundingClientRect().width).to.be.above(300);
      const painted = queryOne(element, tag === 'inbox' ? '.root' : '.card');
      expect(getComputedStyle(painted).backgroundColor).to.equal('rgb(255, 255, 255)');
    });
  }

  it('set no margin of their own', async () => {
    const bell = await renderBell(undefined);
    for (const element of [bell, await renderCard({})])
      expect(getComputedStyle(element).margin).to.equal('0px');
  });

  it('disappear with the hidden attribute', async () => {
    for (const element of [await renderBell(undefined), await renderInbox(undefined), await renderCard({})]) {
      element.hidden = true;
      expect(element.checkVisibility(), element.localName).to.be.false;
    }
  });

  it('change no styles, globals or other elements of the page', async () => {
    const paragraph = await fixture<HTMLElement>(html`<p class="root card bell">Text</p>`);
    const [head, style, body] = [
      document.head.innerHTML,
      readStyles(paragraph),
      document.body.children.length,
    ];
    const names = Object.keys(globalThis);
    const sheets = document.adoptedStyleSheets.length;
    const sandbox = createSandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: sandbox.notificationIds().slice(6, 8) }));
    bell.open = true;
    await nextFrames();
    expect(document.head.innerHTML).to.equal(head);
    // The only new child is the fixture of the bell.
    expect(document.body.children.length).to.equal(body + 1);
    expect(document.adoptedStyleSheets.length).to.equal(sheets);
    expect(readStyles(paragraph)).to.deep.equal(style);
    expect(Object.keys(globalThis)).to.deep.equal(names);
  });

  it('render no style attributes and no style elements', async () => {
    const sandbox = createSandbox({ pictureBase: '/package.json?' });
    const bell = await renderBell(createTestSession(sandbox, { ids: sandbox.notificationIds().slice(0, 8) }));
    bell.open = true;
    await nextFrames();
    // Without anchor positioning, a script positions the panel.
    const positioned = hasAnchorPositioning() ? [] : [panelOf(bell)];
    for (const root of [bell, inboxOf(bell), ...cards(inboxOf(bell))]) {
      const styled = queryAll(root, '[style], style, link');
      expect(styled, root.localName).to.deep.equal(root === bell ? positioned : []);
    }
  });
});

describe('The elements', () => {
  const tags = ['nudge-bell', 'nudge-inbox', 'nudge-notification', 'nudge-avatar'];
  const creators: Record<string, (tag: string) => Element> = {
    'document.createElement': (tag) => document.createElement(tag),
    new: (tag) => new (customElements.get(tag)!)(),
    innerHTML: (tag) => {
      const container = document.createElement('div');
      container.innerHTML = `<${tag} ids="[]" label="x" name="x" record="x" open></${tag}>`;
      return container.firstElementChild!;
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
    for (const [method, create] of Object.entries(creators)) {
      it(`create and remove a <${tag}> by ${method} without an error`, async () => {
        const errors = recordUncaughtErrors();
        const container = await fixture<HTMLElement>(html`<div></div>`);
        const element = create(tag);
        expect(element.localName).to.equal(tag);
        container.append(element);
        await flushTasks();
        expect(element.shadowRoot === null).to.be.false;
        container.append(element.cloneNode(true));
        element.remove();
        await flushTasks();
        expect(errors.map(String)).to.deep.equal([]);
      });
    }
  }

  it('share requests and read state if they share a session', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 3);
    const session = createTestSession(sandbox, { ids });
    const [bell, inbox, other] = [
      await renderBell(session),
      await renderInbox(session),
      await renderInbox(session),
    ];
    bell.badge = 'unread';
    await nextFrames();
    expect(countRequests(sandbox)).to.equal(3);
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(other)[0]).to.equal('Title 0');
    expect(bellButton(bell).getAttribute('aria-label')).to.equal('Notifications, 2 unread');
  });

  it('share nothing between the sessions of two customers', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 1);
    sandbox.addNotification({ id: ids[0]!, payload: { title: 'Other' } }, 'customer-2');
    const session = createTestSession(sandbox, { ids });
    const second = createTestSession(sandbox, { ids, getToken: () => sandbox.issueToken('customer-2') });
    const [firstInbox, secondInbox] = [await renderInbox(session), await renderInbox(second)];
    session.notifications.markAllRead();
    await nextFrames();
    expect(cardTitles(firstInbox)).to.deep.equal(['Title 0']);
    expect(cardTitles(secondInbox)).to.deep.equal(['Unread: Other']);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import { resetMouse } from '@web/test-runner-commands';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import { createSandbox } from '../../src/sandbox.js';
import { isRendered } from '../../src/elements/base/platform.js';
import { hasAnchorPositioning } from '../../src/elements/bell/bell-panel.js';
import { openByClick, openPanel } from './bell/bell-support.js';
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
  expectEventually,
  inboxOf,
  isVisible,
  panelOf,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  renderBell,
  renderCard,
  renderInbox,
  waitUntil,
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
  'textIndent',
] as const;
const stylesOf = (element: Element): string[] => {
  const style = getComputedStyle(element);
  // The bell has the colour of the header around it.
  const colors = element.matches('.bell') ? [] : [style.color, style.webkitTextFillColor];
  return [
    ...comparedProperties.map((name) => style[name]),
    ...colors,
    style.pointerEvents,
    style.writingMode,
  ];
};

// Where the pointer was left, a tooltip may appear.
afterEach(() => resetMouse());

describe('The elements in a host page', () => {
  for (const [effect, rules] of Object.entries(hostStyles)) {
    it(`keep text readable and controls usable if the page ${effect}`, async () => {
      const renderPage = async (): Promise<[Element[], () => void]> => {
        const sandbox = createEmptySandbox();
        const payload = { title: 'Title', body: 'Body', tags: [{ tagName: 'Tag' }] };
        const ids = addNotifications(sandbox, 2, () => ({ payload }));
        const bell = await renderBell(createTestSession(sandbox, { ids }));
        bell.badge = 'unread';
        await openByClick(bell);
        const inbox = inboxOf(bell);
        await waitUntil(() => cards(inbox).some((card) => queryAll(card, '.title').length > 0), 'no card');
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
      const expectedStyles = expected.map(stylesOf);
      remove();
      addHostStyle(rules);
      const [elements, removeAgain] = await renderPage();
      expect(elements.map(stylesOf)).to.deep.equal(expectedStyles);
      for (const element of elements) {
        const { width, height } = element.getBoundingClientRect();
        expect(Math.min(width, height), element.className).to.be.above(5);
      }
      await clickOn(queryOne(pageBell(), '[slot=header-actions]'));
      await waitUntil(() => !isVisible(panelOf(pageBell())), 'The panel is open.');
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
    const inbox = await renderInbox(createTestSession(createSandbox()));
    for (const element of [await renderBell(undefined), inbox, await renderCard({})]) {
      element.hidden = true;
      expect(element.checkVisibility(), element.localName).to.be.false;
    }
  });

  it('change no styles, globals or other elements of the page', async () => {
    const paragraph = await fixture<HTMLElement>(html`<p class="root card bell">Text</p>`);
    const [head, style, body] = [document.head.innerHTML, stylesOf(paragraph), document.body.children.length];
    const names = Object.keys(globalThis);
    const sheets = document.adoptedStyleSheets.length;
    const sandbox = createSandbox();
    const bell = await renderBell(createTestSession(sandbox, { ids: sandbox.notificationIds().slice(6, 8) }));
    await openPanel(bell);
    await waitUntil(() => cards(inboxOf(bell)).length > 0, 'no card');
    expect(document.head.innerHTML).to.equal(head);
    // The only new child is the fixture of the bell.
    expect(document.body.children.length).to.equal(body + 1);
    expect(document.adoptedStyleSheets.length).to.equal(sheets);
    expect(stylesOf(paragraph)).to.deep.equal(style);
    expect(Object.keys(globalThis)).to.deep.equal(names);
  });

  it('render no style attributes and no style elements', async () => {
    const sandbox = createSandbox({ pictureBase: '/package.json?' });
    const bell = await renderBell(createTestSession(sandbox, { ids: sandbox.notificationIds().slice(0, 8) }));
    await openPanel(bell);
    await waitUntil(() => cards(inboxOf(bell)).length > 0, 'no card');
    // Without anchor positioning, a script positions the panel.
    const positioned = hasAnchorPositioning() ? [] : [panelOf(bell)];
    for (const root of [bell, inboxOf(bell), ...cards(inboxOf(bell))]) {
      const styled = queryAll(root, '[style], style, link').filter(
        // The list says how high its cards are, by script, which every policy allows.
        (element) =>
          element.localName !== 'nudge-list' || [...element.style].some((name) => !name.startsWith('--')),
      );
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

  for (const [method, create] of Object.entries(creators)) {
    it(`are created by ${method} and removed without an error`, async () => {
      const errors = recordUncaughtErrors();
      for (const tag of tags) {
        const container = await fixture<HTMLElement>(html`<div></div>`);
        const element = create(tag);
        expect(element.localName).to.equal(tag);
        container.append(element);
        await waitUntil(() => element.shadowRoot, tag);
        container.append(element.cloneNode(true));
        element.remove();
        await waitUntil(() => container.firstElementChild?.shadowRoot, `the clone of ${tag}`);
      }
      expect(errors.map(String)).to.deep.equal([]);
    });
  }

  it('are not rendered in a document that was emptied, as by document.open()', async () => {
    const element = await fixture<HTMLElement>(html`<p></p>`);
    const { documentElement } = document;
    documentElement.remove();
    const check = (): boolean => isRendered(element);
    try {
      expect(check).not.to.throw();
      expect(check()).to.be.false;
    } finally {
      document.append(documentElement);
    }
  });

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
    await expectEventually(() => bellButton(bell).ariaLabel, 'Notifications, 3 unread');
    expect(countRequests(sandbox)).to.equal(3);
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await expectEventually(() => cardTitles(other)[0], 'Title 0');
    await expectEventually(() => bellButton(bell).ariaLabel, 'Notifications, 2 unread');
  });
});

const threeTitles = ['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2'];

describe('<nudge-inbox>', () => {
  async function renderInboxOfThree(): Promise<{
    inbox: NudgeInbox;
    requests: () => number;
    errors: unknown[];
  }> {
    const sandbox = createEmptySandbox();
    const errors = recordUncaughtErrors();
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    return { inbox, requests: () => countRequests(sandbox), errors };
  }

  it('keeps its rows, repeats no request and fires each event once after moving within the page', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    const rows = queryAll(inbox, '[role=article]');
    const container = await fixture<HTMLElement>(html`<div></div>`);
    for (let move = 0; move < 3; move++) container.append(inbox);
    await inbox.updateComplete;
    expect(queryAll(inbox, '[role=article]')).to.deep.equal(rows);
    const changes = recordEvents(inbox, 'nudge-read-change');
    inbox.session?.notifications.markRead([inbox.session.notifications.state.items[0]!.id]);
    await expectEventually(() => cardTitles(inbox)[0], 'Title 0');
    expect([changes.length, requests(), errors.length]).to.deep.equal([1, 3, 0]);
  });

  it('shows changes that happened while it was removed', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    const container = inbox.parentElement!;
    inbox.remove();
    await inbox.updateComplete;
    inbox.session?.notifications.dismiss([inbox.session.notifications.state.items[0]!.id]);
    container.append(inbox);
    await expectEventually(() => cardTitles(inbox), threeTitles.slice(1));
    expect([requests(), errors.length]).to.deep.equal([3, 0]);
  });

  it('is cloned with its attributes but without its session', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    inbox.setAttribute('heading', 'News');
    for (const clone of [inbox.cloneNode(true), document.importNode(inbox, true)]) {
      inbox.after(clone);
      const copy = inbox.parentElement!.querySelectorAll('nudge-inbox')[1]!;
      await copy.updateComplete;
      expect([copy.session, copy.heading, cardTitles(copy)]).to.deep.equal([undefined, 'News', []]);
      copy.session = inbox.session;
      await expectEventually(() => cardTitles(copy), threeTitles);
    }
    expect(cardTitles(inbox)).to.deep.equal(threeTitles);
    expect([requests(), errors.length]).to.deep.equal([3, 0]);
  });
});

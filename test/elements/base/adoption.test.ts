import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
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
  renderInbox,
  visibleText,
} from '../support.js';
import { articles, undoText } from '../inbox/feed-support.js';

async function frame(): Promise<HTMLIFrameElement> {
  const element = await fixture<HTMLIFrameElement>(
    html`<iframe title="Frame" width="600" height="500"></iframe>`,
  );
  await flushTasks();
  return element;
}

const sessionOfThree = (): ReturnType<typeof createTestSession> => {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, (index) => ({
    payload: { title: `Title ${index}`, itemRedirect: '/there' },
  }));
  return createTestSession(sandbox, { ids });
};

/** What tells one look from another, of the element and some within it. */
const lookOf = (elements: Element[]): string[][] =>
  elements.map((element) => {
    const { display, backgroundColor, color, padding, borderRadius, fontSize } = getComputedStyle(element);
    return [display, backgroundColor, color, padding, borderRadius, fontSize];
  });
const piecesOf = (inbox: NudgeInbox): Element[] => [
  queryOne(inbox, '.root'),
  queryOne(inbox, 'h2'),
  ...queryAll(inbox, '.filter'),
  queryOne(cards(inbox)[0]!, '.card'),
  queryOne(cards(inbox)[0]!, '.title'),
  queryOne(cards(inbox)[0]!, '.avatar'),
];

describe('an element that is adopted into another document', () => {
  it('keeps its look and works there, and back again: an inbox', async () => {
    const errors = recordUncaughtErrors();
    const inbox = await renderInbox(sessionOfThree());
    const container = inbox.parentElement!;
    const usual = lookOf(piecesOf(inbox));
    const { contentDocument: there } = await frame();
    for (const to of [there!.body, container, there!.body]) {
      to.append(inbox);
      await nextFrames();
      expect(inbox.ownerDocument === to.ownerDocument).to.be.true;
      expect(lookOf(piecesOf(inbox))).to.deep.equal(usual);
      expect(cardTitles(inbox)).to.have.length(3);
    }
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(inbox)[0]).to.equal('Title 0');
    articles(inbox)[1]!.focus();
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    articles(inbox)[1]!.dispatchEvent(down);
    expect(inbox.shadowRoot!.activeElement === articles(inbox)[2]).to.be.true;
    const urls: string[] = [];
    inbox.addEventListener('nudge-navigate', (event) => {
      urls.push(event.detail.url);
      event.preventDefault();
    });
    queryOne(cards(inbox)[2]!, '.item-link').click();
    expect(urls).to.deep.equal([new URL('/there', location.href).href]);
    queryOne(cards(inbox)[1]!, '.tools button:last-child').click();
    await nextFrames();
    expect(cardTitles(inbox)).to.have.length(2);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    inbox.session!.notifications.add(['nobody-knows']);
    await nextFrames();
    expect(articles(inbox).length + queryAll(inbox, '.arrivals').length).to.equal(3);
    expect(errors).to.deep.equal([]);
  });

  for (const when of ['before its panel was ever opened', 'after', 'while it is open']) {
    it(`keeps its look and works there, and back again: a bell, ${when}`, async () => {
      const errors = recordUncaughtErrors();
      const bell: NudgeBell = await renderBell(sessionOfThree());
      const container = bell.parentElement!;
      const opened = async (open: boolean): Promise<void> => {
        bell.open = open;
        await nextFrames();
        expect(isVisible(panelOf(bell))).to.equal(open);
      };
      if (when.startsWith('after')) await opened(true).then(() => opened(false));
      if (when.startsWith('while')) await opened(true);
      const usual = lookOf([bellButton(bell), queryOne(bell, '.badge')]);
      const { contentDocument: there } = await frame();
      for (const to of [there!.body, container]) {
        to.append(bell);
        await nextFrames();
        expect(lookOf([bellButton(bell), queryOne(bell, '.badge')])).to.deep.equal(usual);
        if (!when.startsWith('while')) {
          bellButton(bell).click();
          await nextFrames();
        }
        expect(isVisible(panelOf(bell)), 'open').to.be.true;
        expect(cardTitles(inboxOf(bell))).to.have.length(3);
        expect(queryOne(cards(inboxOf(bell))[0]!, '.card').getBoundingClientRect().height).to.be.within(
          50,
          200,
        );
        expect(visibleText(queryOne(inboxOf(bell), 'h2'))).to.equal('Notifications');
        if (!when.startsWith('while')) await opened(false);
      }
      expect(errors).to.deep.equal([]);
    });
  }

  it('can be made in a document that nobody sees, and come to life in another', async () => {
    const idle = document.implementation.createHTMLDocument();
    const bell = document.createElement('nudge-bell');
    bell.session = sessionOfThree();
    idle.body.append(bell);
    await flushTasks();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(bell);
    await nextFrames();
    expect(getComputedStyle(bellButton(bell)).display).to.equal('grid');
    expect(visibleText(queryOne(bell, '.badge'))).to.equal('3');
  });
});

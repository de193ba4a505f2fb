import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { notIn } from '../engine.js';
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

async function renderFrame(): Promise<HTMLIFrameElement> {
  const element = await fixture<HTMLIFrameElement>(
    html`<iframe title="Frame" width="600" height="500"></iframe>`,
  );
  await flushTasks();
  return element;
}

const createSessionOfThree = (): ReturnType<typeof createTestSession> => {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, (index) => ({
    payload: { title: `Title ${index}`, itemRedirect: '/there' },
  }));
  return createTestSession(sandbox, { ids });
};

/** Reads the computed styles that the tests compare. */
const readStyles = (elements: Element[]): string[][] =>
  elements.map((element) => {
    const { display, backgroundColor, color, padding, borderRadius, fontSize } = getComputedStyle(element);
    return [display, backgroundColor, color, padding, borderRadius, fontSize];
  });
const styledElements = (inbox: NudgeInbox): Element[] => [
  queryOne(inbox, '.root'),
  queryOne(inbox, 'h2'),
  ...queryAll(inbox, '.filter'),
  queryOne(cards(inbox)[0]!, '.card'),
  queryOne(cards(inbox)[0]!, '.title'),
  queryOne(cards(inbox)[0]!, '.avatar'),
];

/** https://bugzilla.mozilla.org/show_bug.cgi?id=1502814 */
const inEnginesThatAdopt = notIn('firefox', 'an adopted custom element loses its class');

describe('Adoption into another document', () => {
  inEnginesThatAdopt('preserves the styles and behaviour of <nudge-inbox>', async () => {
    const errors = recordUncaughtErrors();
    const inbox = await renderInbox(createSessionOfThree());
    const container = inbox.parentElement!;
    const expectedStyles = readStyles(styledElements(inbox));
    const { contentDocument: frameDocument } = await renderFrame();
    for (const target of [frameDocument!.body, container, frameDocument!.body]) {
      target.append(inbox);
      await nextFrames();
      expect(inbox.ownerDocument === target.ownerDocument).to.be.true;
      expect(readStyles(styledElements(inbox))).to.deep.equal(expectedStyles);
      expect(cardTitles(inbox)).to.have.length(3);
    }
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await nextFrames();
    expect(cardTitles(inbox)[0]).to.equal('Title 0');
    articles(inbox)[1]!.focus();
    const arrowDown = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    articles(inbox)[1]!.dispatchEvent(arrowDown);
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

  for (const when of [
    'before its panel was opened',
    'after its panel was closed',
    'while its panel is open',
  ]) {
    inEnginesThatAdopt(`preserves the styles and behaviour of <nudge-bell> ${when}`, async () => {
      const errors = recordUncaughtErrors();
      const bell: NudgeBell = await renderBell(createSessionOfThree());
      bell.badge = 'unread';
      await bell.updateComplete;
      const container = bell.parentElement!;
      const setOpen = async (open: boolean): Promise<void> => {
        bell.open = open;
        await nextFrames();
        expect(isVisible(panelOf(bell))).to.equal(open);
      };
      if (when.startsWith('after')) await setOpen(true).then(() => setOpen(false));
      if (when.startsWith('while')) await setOpen(true);
      const expectedStyles = readStyles([bellButton(bell), queryOne(bell, '.badge')]);
      const { contentDocument: frameDocument } = await renderFrame();
      for (const target of [frameDocument!.body, container]) {
        target.append(bell);
        await nextFrames();
        expect(readStyles([bellButton(bell), queryOne(bell, '.badge')])).to.deep.equal(expectedStyles);
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
        if (!when.startsWith('while')) await setOpen(false);
      }
      expect(errors).to.deep.equal([]);
    });
  }

  inEnginesThatAdopt('starts a <nudge-bell> that was created in an inert document', async () => {
    const inertDocument = document.implementation.createHTMLDocument();
    const bell = document.createElement('nudge-bell');
    bell.session = createSessionOfThree();
    inertDocument.body.append(bell);
    await flushTasks();
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(bell);
    await nextFrames();
    expect(getComputedStyle(bellButton(bell)).display).to.equal('grid');
    expect(visibleText(queryOne(bell, '.badge'))).to.equal('3');
  });
});

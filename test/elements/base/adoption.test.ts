import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { notIn } from '../engine.js';
import {
  addNotifications,
  bellButton,
  cards,
  cardTitles,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  queryAll,
  queryOne,
  recordUncaughtErrors,
  renderBell,
  renderInbox,
  visibleText,
  waitUntil,
} from '../support.js';
import { badgeText, closePanel, openPanel, waitForCards, waitForPanel } from '../bell/bell-support.js';
import { articles, undoText } from '../list/feed-support.js';

/** Renders a frame and returns its document, which is there at once or replaced by the one that it loads. */
async function renderFrame(): Promise<Document> {
  const frame = await fixture<HTMLIFrameElement>(
    html`<iframe title="Frame" width="600" height="500" srcdoc="<!doctype html><p>Frame</p>"></iframe>`,
  );
  await waitUntil(() => frame.contentDocument?.querySelector('p'));
  return frame.contentDocument!;
}

const createSessionOfThree = (): ReturnType<typeof createTestSession> => {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, 3, (index) => ({
    payload: { title: `Title ${index}`, itemRedirect: '/there' },
  }));
  return createTestSession(sandbox, { ids });
};

/** Reads the computed styles that the tests compare. */
const stylesOf = (elements: Element[]): string[][] =>
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
    await waitUntil(() => cards(inbox).length === 3);
    const container = inbox.parentElement!;
    const expectedStyles = stylesOf(styledElements(inbox));
    const frameDocument = await renderFrame();
    for (const target of [frameDocument.body, container, frameDocument.body]) {
      target.append(inbox);
      expect(inbox.ownerDocument === target.ownerDocument).to.be.true;
      await expectEventually(() => stylesOf(styledElements(inbox)), expectedStyles);
      expect(cardTitles(inbox)).to.have.length(3);
    }
    queryOne(cards(inbox)[0]!, '.tools button:first-child').click();
    await expectEventually(() => cardTitles(inbox)[0], 'Title 0');
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
    await expectEventually(() => cardTitles(inbox).length, 2);
    expect(undoText(inbox)).to.equal('Dismissed Undo');
    expect(errors).to.deep.equal([]);
  });

  inEnginesThatAdopt(
    'preserves the styles of <nudge-bell>, whose panel opens in either document',
    async () => {
      const errors = recordUncaughtErrors();
      const bell = await renderBell(createSessionOfThree());
      await expectEventually(() => badgeText(bell), '3');
      bell.badge = 'unread';
      const container = bell.parentElement!;
      const expectedStyles = stylesOf([bellButton(bell), queryOne(bell, '.badge')]);
      const frameDocument = await renderFrame();
      for (const target of [frameDocument.body, container]) {
        target.append(bell);
        await expectEventually(() => stylesOf([bellButton(bell), queryOne(bell, '.badge')]), expectedStyles);
        await openPanel(bell);
        await waitForCards(bell, 3);
        const { height } = queryOne(cards(inboxOf(bell))[0]!, '.card').getBoundingClientRect();
        expect(height).to.be.within(50, 200);
        expect(visibleText(queryOne(inboxOf(bell), 'h2'))).to.equal('Notifications');
        await closePanel(bell);
      }
      expect(errors).to.deep.equal([]);
    },
  );

  inEnginesThatAdopt('preserves the open panel of <nudge-bell>', async () => {
    const bell = await renderBell(createSessionOfThree());
    await openPanel(bell);
    await waitForCards(bell, 3);
    const frameDocument = await renderFrame();
    frameDocument.body.append(bell);
    await waitForPanel(bell);
    expect(cardTitles(inboxOf(bell))).to.have.length(3);
    expect(queryAll(inboxOf(bell), 'nudge-card')[0]!.getBoundingClientRect().height).to.be.within(50, 200);
  });

  inEnginesThatAdopt('starts a <nudge-bell> that was created in an inert document', async () => {
    const inertDocument = document.implementation.createHTMLDocument();
    const bell = document.createElement('nudge-bell');
    bell.session = createSessionOfThree();
    inertDocument.body.append(bell);
    await bell.updateComplete;
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.append(bell);
    await expectEventually(() => badgeText(bell), '3');
    expect(getComputedStyle(bellButton(bell)).display).to.equal('grid');
  });
});

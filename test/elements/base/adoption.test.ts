import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import {
  addNotifications,
  all,
  bellButton,
  bellWith,
  cards,
  emptySandbox,
  frames,
  inboxOf,
  inboxWith,
  isShown,
  one,
  panelOf,
  seen,
  sessionOf,
  settle,
  titles,
  uncaught,
} from '../support.js';
import { articles, undoLine } from '../inbox/feed-support.js';

async function frame(): Promise<HTMLIFrameElement> {
  const element = await fixture<HTMLIFrameElement>(
    html`<iframe title="Frame" width="600" height="500"></iframe>`,
  );
  await settle();
  return element;
}

const sessionOfThree = (): ReturnType<typeof sessionOf> => {
  const sandbox = emptySandbox();
  const ids = addNotifications(sandbox, 3, (index) => ({
    payload: { title: `Title ${index}`, itemRedirect: '/there' },
  }));
  return sessionOf(sandbox, { ids });
};

/** What tells one look from another, of the element and some within it. */
const lookOf = (elements: Element[]): string[][] =>
  elements.map((element) => {
    const { display, backgroundColor, color, padding, borderRadius, fontSize } = getComputedStyle(element);
    return [display, backgroundColor, color, padding, borderRadius, fontSize];
  });
const piecesOf = (inbox: NudgeInbox): Element[] => [
  one(inbox, '.root'),
  one(inbox, 'h2'),
  ...all(inbox, '.filter'),
  one(cards(inbox)[0]!, '.card'),
  one(cards(inbox)[0]!, '.title'),
  one(cards(inbox)[0]!, '.avatar'),
];

describe('an element that is adopted into another document', () => {
  it('keeps its look and works there, and back again: an inbox', async () => {
    const errors = uncaught();
    const inbox = await inboxWith(sessionOfThree());
    const place = inbox.parentElement!;
    const usual = lookOf(piecesOf(inbox));
    const { contentDocument: there } = await frame();
    for (const to of [there!.body, place, there!.body]) {
      to.append(inbox);
      await frames();
      expect(inbox.ownerDocument === to.ownerDocument).to.be.true;
      expect(lookOf(piecesOf(inbox))).to.deep.equal(usual);
      expect(titles(inbox)).to.have.length(3);
    }
    one(cards(inbox)[0]!, '.tools button:first-child').click();
    await frames();
    expect(titles(inbox)[0]).to.equal('Title 0');
    articles(inbox)[1]!.focus();
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
    articles(inbox)[1]!.dispatchEvent(down);
    expect(inbox.shadowRoot!.activeElement === articles(inbox)[2]).to.be.true;
    const urls: string[] = [];
    inbox.addEventListener('nudge-navigate', (event) => {
      urls.push(event.detail.url);
      event.preventDefault();
    });
    one(cards(inbox)[2]!, '.item-link').click();
    expect(urls).to.deep.equal([new URL('/there', location.href).href]);
    one(cards(inbox)[1]!, '.tools button:last-child').click();
    await frames();
    expect(titles(inbox)).to.have.length(2);
    expect(undoLine(inbox)).to.equal('Dismissed Undo');
    inbox.session!.notifications.add(['nobody-knows']);
    await frames();
    expect(articles(inbox).length + all(inbox, '.arrivals').length).to.equal(3);
    expect(errors).to.deep.equal([]);
  });

  for (const when of ['before its panel was ever opened', 'after', 'while it is open']) {
    it(`keeps its look and works there, and back again: a bell, ${when}`, async () => {
      const errors = uncaught();
      const bell: NudgeBell = await bellWith(sessionOfThree());
      const place = bell.parentElement!;
      const opened = async (open: boolean): Promise<void> => {
        bell.open = open;
        await frames();
        expect(isShown(panelOf(bell))).to.equal(open);
      };
      if (when.startsWith('after')) await opened(true).then(() => opened(false));
      if (when.startsWith('while')) await opened(true);
      const usual = lookOf([bellButton(bell), one(bell, '.badge')]);
      const { contentDocument: there } = await frame();
      for (const to of [there!.body, place]) {
        to.append(bell);
        await frames();
        expect(lookOf([bellButton(bell), one(bell, '.badge')])).to.deep.equal(usual);
        if (!when.startsWith('while')) {
          bellButton(bell).click();
          await frames();
        }
        expect(isShown(panelOf(bell)), 'open').to.be.true;
        expect(titles(inboxOf(bell))).to.have.length(3);
        expect(one(cards(inboxOf(bell))[0]!, '.card').getBoundingClientRect().height).to.be.within(50, 200);
        expect(seen(one(inboxOf(bell), 'h2'))).to.equal('Notifications');
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
    await settle();
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(bell);
    await frames();
    expect(getComputedStyle(bellButton(bell)).display).to.equal('grid');
    expect(seen(one(bell, '.badge'))).to.equal('3');
  });
});

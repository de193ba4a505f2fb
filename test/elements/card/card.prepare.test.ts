import { expect, fixture, html } from '@open-wc/testing';
import { NudgeCard } from '../../../src/elements/card/card.js';
import { localizationFor } from '../../../src/localization/localization.js';
import { createRecord, queryAll } from '../support.js';

const ignore = (): void => undefined;

/** What the browser parses while a function runs: style sheets and templates. */
async function countParsed(run: () => unknown): Promise<number> {
  const { replaceSync } = CSSStyleSheet.prototype;
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')!;
  let count = 0;
  CSSStyleSheet.prototype.replaceSync = function (text) {
    count++;
    replaceSync.call(this, text);
  };
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...innerHtml,
    set(this: Element, value: string) {
      count++;
      innerHtml.set!.call(this, value);
    },
  });
  try {
    await run();
  } finally {
    CSSStyleSheet.prototype.replaceSync = replaceSync;
    Object.defineProperty(Element.prototype, 'innerHTML', innerHtml);
  }
  return count;
}

describe('<nudge-card> that is prepared', () => {
  // The page is idle within it, and where the browser does not tell, one second is enough.
  before(() => new Promise((resolve) => setTimeout(resolve, 1500)));

  it('parses nothing when the first card is shown', async () => {
    const payload = {
      title: 'Title',
      body: 'Text',
      avatar: [{ fallBackName: 'Ann' }],
      attachments: [{ type: 'pdf', fileName: 'a.pdf' }],
      tags: [{ tagName: 'Orders' }],
      actionButtons: { primary: { name: 'Pay', onclickAction: 'pay' } },
    };
    const record = createRecord(payload, { isRead: false });
    const callbacks = { onReadChange: ignore, onDismiss: ignore, onTag: ignore };
    let card: NudgeCard | undefined;
    const count = await countParsed(async () => {
      card = document.createElement('nudge-card');
      Object.assign(card, { record, callbacks, localization: localizationFor('en') });
      document.body.append(card);
      await card.updateComplete;
    });
    expect(queryAll(card!, '.tools button')).to.have.length(2);
    expect(count).to.equal(0);
    card!.remove();
  });

  it('adds nothing to the page', async () => {
    const before = document.documentElement.outerHTML;
    expect(await countParsed(() => NudgeCard.prepare())).to.equal(0);
    expect(document.documentElement.outerHTML).to.equal(before);
    const card = await fixture<NudgeCard>(html`<nudge-card></nudge-card>`);
    expect(queryAll(card, '*')).to.have.length(0);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import { render } from 'lit';
import type { CardAct, CardActEvent } from '../../../src/elements/card/card-act.js';
import { cardDefaults, type CardSettings } from '../../../src/elements/card/card-context.js';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import { fileKind } from '../../../src/elements/card/file-name.js';
import { localizationFor } from '../../../src/localization/localization.js';
import { createRecord, queryAll, queryOne } from '../support.js';

const settings: CardSettings = { ...cardDefaults, localization: localizationFor('en') };

describe('<nudge-card>', () => {
  it('passes reads, tags and dismissals to the list around it by an event that stays in the shadow root', async () => {
    const acts: CardAct[] = [];
    const record = createRecord({ title: 'Title', tags: [{ tagName: 'Orders' }] }, { isRead: false });
    const inbox = await fixture(html`<div></div>`);
    render(
      html`<div @card-act=${({ act }: CardActEvent) => acts.push(act)}>
        <nudge-card
          .record=${record}
          .settings=${{ ...settings, offers: ['dismiss', 'filter'] }}
        ></nudge-card>
      </div>`,
      inbox.attachShadow({ mode: 'open' }),
    );
    const card = queryOne<NudgeCard>(inbox, 'nudge-card');
    await card.updateComplete;
    let isSeen = false;
    inbox.addEventListener('card-act', () => (isSeen = true));
    for (const button of [queryOne(card, 'button.tag'), ...queryAll(card, '.tools button')]) button.click();
    expect(acts).to.deep.equal([
      { type: 'filter', tag: 'Orders' },
      { type: 'read', id: 'n-1', isRead: true },
      { type: 'read', id: 'n-1', isRead: true },
      { type: 'dismiss', id: 'n-1' },
    ]);
    expect(isSeen).to.equal(false);
  });

  it('renders nothing without a record', async () => {
    const card = await fixture<NudgeCard>(html`<nudge-card .settings=${settings}></nudge-card>`);
    expect(queryAll(card, '*')).to.have.length(0);
  });
});

describe('fileKind()', () => {
  for (const [what, cases] of Object.entries({
    'the extension that the type is': [
      ['PDF', null, 'pdf'],
      [' .pdf ', null, 'pdf'],
    ],
    'the short word for a media type': [
      ['Application/PDF', 'invoice.pdf', 'pdf'],
      ['application/x-pdf', null, 'pdf'],
      ['text/csv; charset=utf-8', null, 'csv'],
      ['text/plain', 'notes', 'txt'],
      ['image/svg+xml', null, 'svg'],
      ['application/vnd.ms-excel', null, 'xls'],
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', null, 'docx'],
    ],
    'the extension of the name if the type says nothing': [
      ['application/octet-stream', 'figures.CSV', 'csv'],
      ['application/vnd.unknown-thing', 'a.b.xyz', 'xyz'],
      ['application/', 'a.pdf', 'pdf'],
      ['document', 'letter.docx', 'docx'],
      ['', 'figures.csv ', 'csv'],
      [null, '.env', 'env'],
    ],
    'nothing if neither says it': [
      ['application/constructor', null, null],
      [null, 'no-extension', null],
      [null, 'ends-with-a-dot.', null],
      [null, 'x.averylongextension', null],
      ['p"df', 'x.p df', null],
      [null, null, null],
    ],
  } as const)) {
    it(`returns ${what}`, () => {
      expect(cases.map(([type, fileName]) => fileKind(type, fileName))).to.deep.equal(
        cases.map(([, , kind]) => kind),
      );
    });
  }
});

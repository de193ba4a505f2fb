import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeCard } from '../../../src/elements/card/card.js';
import { localizationFor } from '../../../src/localization/localization.js';
import { createRecord, queryAll, queryOne, recordEvents } from '../support.js';

describe('<nudge-card>', () => {
  it('passes reads, tags and dismissals to its list by callbacks, and dispatches no event', async () => {
    const calls: unknown[][] = [];
    const record = createRecord({ title: 'Title', tags: [{ tagName: 'Orders' }] }, { isRead: false });
    const card = await fixture<NudgeCard>(
      html`<nudge-card
        .record=${record}
        .localization=${localizationFor('en')}
        .callbacks=${{
          onReadChange: (...values: unknown[]) => calls.push(['read', ...values]),
          onDismiss: (...values: unknown[]) => calls.push(['dismiss', ...values]),
          onTag: (...values: unknown[]) => calls.push(['tag', ...values]),
        }}
      ></nudge-card>`,
    );
    const events = [
      recordEvents(document, 'nudge-read-change'),
      recordEvents(document, 'nudge-dismiss-change'),
    ];
    for (const button of [queryOne(card, 'button.tag'), ...queryAll(card, '.tools button')]) button.click();
    expect(calls).to.deep.equal([
      ['tag', 'Orders'],
      ['read', 'n-1', true],
      ['read', 'n-1', true],
      ['dismiss', 'n-1'],
    ]);
    expect(events).to.deep.equal([[], []]);
  });

  it('renders nothing without a record', async () => {
    const card = await fixture<NudgeCard>(
      html`<nudge-card .localization=${localizationFor('en')}></nudge-card>`,
    );
    expect(queryAll(card, '*')).to.have.length(0);
  });
});

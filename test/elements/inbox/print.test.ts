import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import '../../../src/badge.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import { notIn } from '../engine.js';
import {
  bellButton,
  clickOn,
  expectEventually,
  isVisible,
  queryAll,
  queryOne,
  renderBell,
  waitUntil,
} from '../support.js';
import { createSessionOf, isPanelVisible } from '../bell/bell-support.js';
import { articles, renderFeed } from '../list/feed-support.js';

describe('On paper', () => {
  afterEach(() => emulateMedia({ media: 'screen' }));

  const inEnginesThatPrint = notIn(['firefox', 'webkit'], 'its driver does not emulate paper');

  const layouts: readonly NudgeInbox['layout'][] = ['panel', 'page'];
  for (const layout of layouts)
    inEnginesThatPrint(`an inbox with the layout ${layout} has its whole list, and no controls`, async () => {
      const { inbox } = await renderFeed(20);
      Object.assign(inbox, { layout, selectable: true });
      inbox.style.height = '400px';
      await inbox.updateComplete;
      const rows = articles(inbox);
      await emulateMedia({ media: 'print' });
      const [first, last] = [rows[0]!, rows.at(-1)!].map((row) => row.getBoundingClientRect());
      expect(inbox.getBoundingClientRect().bottom).to.be.at.least(last!.bottom);
      expect(last!.bottom - first!.top).to.be.at.least(20 * 40);
      expect(queryAll(inbox, 'button, input').filter(isVisible)).to.deep.equal([]);
    });

  inEnginesThatPrint('there is no badge beside a link', async () => {
    const address = URL.createObjectURL(new Blob(['{"unreadCount":3}']));
    const badge = await fixture<HTMLElement>(html`<nudge-badge count-url=${address}></nudge-badge>`);
    await waitUntil(() => isVisible(badge));
    await emulateMedia({ media: 'print' });
    expect(isVisible(badge)).to.equal(false);
  });

  inEnginesThatPrint('there is no badge, nor the open panel, which stays open', async () => {
    const bell = await renderBell(createSessionOf(3));
    await waitUntil(() => queryAll(bell, '.badge').length === 1);
    await emulateMedia({ media: 'print' });
    expect(isVisible(queryOne(bell, '.badge'))).to.be.false;
    await emulateMedia({ media: 'screen' });
    await clickOn(bellButton(bell));
    await waitUntil(() => isPanelVisible(bell));
    await emulateMedia({ media: 'print' });
    expect(getComputedStyle(queryOne(bell, 'dialog')).opacity).to.equal('0');
    await emulateMedia({ media: 'screen' });
    await expectEventually(() => getComputedStyle(queryOne(bell, 'dialog')).opacity, '1');
    expect(bell.open).to.be.true;
  });
});

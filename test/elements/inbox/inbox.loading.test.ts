import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/inbox/session.js';
import type { NotificationSource } from '../../../src/inbox/sources/source.js';
import {
  addNotifications,
  countRequests,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  queryAll,
  queryOne,
  recordWarnings,
} from '../support.js';

describe('what a nudge-inbox asks for', () => {
  async function scrollable(session: Session): Promise<[NudgeInbox, HTMLElement]> {
    const container = await fixture<HTMLElement>(html`<div style="height: 400px; display: flex"></div>`);
    const inbox = document.createElement('nudge-inbox');
    inbox.session = session;
    inbox.style.cssText = 'flex: 1; max-height: 400px';
    container.append(inbox);
    await nextFrames(4);
    return [inbox, queryOne(inbox, '.list')];
  }

  it('is what is on the screen, and the newest page for the count', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 49);
    const [inbox, list] = await scrollable(createTestSession(sandbox, { ids }));
    const atFirst = countRequests(sandbox);
    expect(atFirst).to.be.within(25, 32);
    expect(countRequests(sandbox, ids[48])).to.equal(0);
    list.scrollTop = list.scrollHeight;
    await nextFrames(6);
    expect(countRequests(sandbox, ids[48])).to.equal(1);
    expect(queryAll(inbox, '[role=article]')).to.have.length(49);
  });

  it('is rendered a few at a time where all of it is there at once, so that the page can go on meanwhile', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
    const [before] = await scrollable(session);
    expect(queryAll(before, 'nudge-notification')).to.have.length(20);
    const inbox = document.createElement('nudge-inbox');
    inbox.session = session;
    before.after(inbox);
    await inbox.updateComplete;
    expect(queryAll(inbox, 'nudge-notification')).to.have.length(6);
    expect(queryAll(inbox, '.pending')).to.have.length(14);
    await nextFrames();
    expect(queryAll(inbox, 'nudge-notification')).to.have.length(20);
    expect(queryAll(inbox, '.pending')).to.have.length(0);
  });

  it('is nothing for rows out of sight where the page says what is read', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const references = ids.map((id) => ({ id, isRead: true }));
    const source = { load: () => Promise.resolve({ references }) };
    await scrollable(createTestSession(sandbox, { source }));
    expect(countRequests(sandbox)).to.be.within(4, 10);
    expect(
      sandbox.requests.map(({ path }) => path.split('/').find((part) => ids.includes(part))),
    ).to.deep.equal(ids.slice(0, countRequests(sandbox)));
  });

  it('is nothing while it is not shown', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 3).map((id) => ({ id, isRead: false }));
    const source = { load: () => Promise.resolve({ references }) };
    const container = await fixture<HTMLElement>(html`<div hidden></div>`);
    const inbox = document.createElement('nudge-inbox');
    inbox.session = createTestSession(sandbox, { source });
    container.append(inbox);
    await nextFrames();
    expect(countRequests(sandbox)).to.equal(0);
    container.hidden = false;
    await nextFrames();
    expect(countRequests(sandbox)).to.equal(3);
  });

  it('are more pages as one scrolls, one at a time, until there are no more', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 75);
    const cursors: (string | undefined)[] = [];
    const source: NotificationSource = {
      load: ({ cursor, limit }) => {
        cursors.push(cursor);
        const start = Number(cursor ?? 0);
        const end = start + limit;
        return Promise.resolve({
          references: ids.slice(start, end).map((id) => ({ id, isRead: true })),
          ...(end < ids.length && { nextCursor: String(end) }),
        });
      },
    };
    const [inbox, list] = await scrollable(createTestSession(sandbox, { source }));
    expect(cursors).to.deep.equal([undefined]);
    for (let pages = 0; pages < 6; pages++) {
      list.scrollTop = list.scrollHeight;
      await nextFrames(5);
    }
    expect(cursors).to.deep.equal([undefined, '25', '50']);
    expect(queryAll(inbox, '[role=article]')).to.have.length(75);
    expect(queryAll(inbox, '.end')).to.have.length(0);
  });

  it('is nothing more after a page could not be read, until the reader wishes', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 30);
    let calls = 0;
    let isBroken = true;
    const source: NotificationSource = {
      load: ({ cursor }) => {
        if (cursor === undefined) {
          const references = ids.slice(0, 25).map((id) => ({ id, isRead: true }));
          return Promise.resolve({ references, nextCursor: 'next' });
        }
        calls += 1;
        if (isBroken) return Promise.reject(new Error('no'));
        return Promise.resolve({ references: ids.slice(25).map((id) => ({ id, isRead: true })) });
      },
    };
    const [inbox, list] = await scrollable(createTestSession(sandbox, { source }));
    for (let time = 0; time < 3; time++) {
      list.scrollTop = list.scrollHeight;
      await nextFrames(5);
      list.scrollTop = 0;
      await nextFrames(5);
    }
    expect(calls).to.equal(1);
    isBroken = false;
    queryOne(inbox, '[role=status] button').click();
    await nextFrames();
    list.scrollTop = list.scrollHeight;
    await nextFrames(5);
    expect(calls).to.equal(2);
  });

  it('are rows in portions, so that a long list does not freeze the page', async () => {
    const sandbox = createEmptySandbox();
    const references = Array.from({ length: 10_000 }, (_, index) => ({ id: `n-${index}`, isRead: true }));
    const source = { load: () => Promise.resolve({ references }) };
    const [inbox, list] = await scrollable(createTestSession(sandbox, { source }));
    expect(queryAll(inbox, '[role=article]')).to.have.length(50);
    list.scrollTop = list.scrollHeight;
    await nextFrames(5);
    expect(queryAll(inbox, '[role=article]').length).to.be.within(100, 200);
  });
});

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
  waitUntil,
} from '../support.js';

describe('<nudge-inbox>', () => {
  async function renderScrollable(session: Session): Promise<[NudgeInbox, HTMLElement]> {
    const container = await fixture<HTMLElement>(html`<div style="height: 400px; display: flex"></div>`);
    const inbox = document.createElement('nudge-inbox');
    inbox.session = session;
    inbox.style.cssText = 'flex: 1; max-height: 400px';
    container.append(inbox);
    await inbox.updateComplete;
    await nextFrames(4);
    return [inbox, queryOne(inbox, '.list')];
  }

  it('requests the visible records and the newest page for the count', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 49);
    const [inbox, list] = await renderScrollable(createTestSession(sandbox, { ids }));
    const initialRequests = countRequests(sandbox);
    expect(initialRequests).to.be.within(25, 32);
    expect(countRequests(sandbox, ids[48])).to.equal(0);
    list.scrollTop = list.scrollHeight;
    await nextFrames(6);
    expect(countRequests(sandbox, ids[48])).to.equal(1);
    expect(queryAll(inbox, '[role=article]')).to.have.length(49);
  });

  it('fetches again what it shows from an earlier visit, once it is visible, and drops what is withdrawn', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const source = { load: () => Promise.resolve({ references: ids.map((id) => ({ id, isRead: true })) }) };
    const options = { source, customerKey: crypto.randomUUID() };
    const first = createTestSession(sandbox, options);
    const stop = first.notifications.subscribe(() => undefined);
    await Promise.all(ids.map((id) => first.notifications.load(id)));
    stop();
    await waitUntil(async () => (await indexedDB.databases()).some(({ name }) => name === 'nudge-inbox'));
    await nextFrames(20);
    sandbox.removeNotification(ids[0]!);
    const requests = countRequests(sandbox);
    const [inbox, list] = await renderScrollable(createTestSession(sandbox, options));
    await waitUntil(() => queryAll(inbox, '.missing').length === 1);
    await nextFrames(10);
    expect(countRequests(sandbox, ids[1])).to.equal(2);
    expect(countRequests(sandbox, ids[39])).to.equal(1);
    list.scrollTop = list.scrollHeight;
    await waitUntil(() => countRequests(sandbox, ids[39]) === 2);
    await nextFrames(10);
    expect(countRequests(sandbox) - requests).to.be.at.most(40);
  });

  it('renders cached records in batches to keep the page responsive', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 20) });
    const [before] = await renderScrollable(session);
    await waitUntil(() => queryAll(before, 'nudge-card').length === 20);
    const inbox = document.createElement('nudge-inbox');
    inbox.session = session;
    // Called before the next task, however soon that is.
    const counts: number[] = [];
    const observer = new MutationObserver(() => {
      const count = queryAll(inbox, 'nudge-card').length;
      if (count !== (counts.at(-1) ?? 0)) counts.push(count);
    });
    before.after(inbox);
    observer.observe(inbox.shadowRoot!, { childList: true, subtree: true });
    await waitUntil(() => queryAll(inbox, 'nudge-card').length === 20);
    await nextFrames();
    expect(counts).to.deep.equal([4, 8, 12, 16, 20]);
    expect(queryAll(inbox, '.deferred')).to.have.length(0);
  });

  it('requests no records outside the viewport if the source gives the read state', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const references = ids.map((id) => ({ id, isRead: true }));
    const source = { load: () => Promise.resolve({ references }) };
    await renderScrollable(createTestSession(sandbox, { source }));
    expect(countRequests(sandbox)).to.be.within(4, 10);
    expect(
      sandbox.requests.map(({ path }) => path.split('/').find((part) => ids.includes(part))),
    ).to.deep.equal(ids.slice(0, countRequests(sandbox)));
  });

  it('requests nothing while it is hidden', async () => {
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

  it('loads further pages one at a time while scrolling, until the last', async () => {
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
    const [inbox, list] = await renderScrollable(createTestSession(sandbox, { source }));
    expect(cursors).to.deep.equal([undefined]);
    for (let round = 0; round < 6; round++) {
      list.scrollTop = list.scrollHeight;
      await nextFrames(5);
    }
    expect(cursors).to.deep.equal([undefined, '25', '50']);
    expect(queryAll(inbox, '[role=article]')).to.have.length(75);
    expect(queryAll(inbox, '.end')).to.have.length(0);
  });

  it('stops loading pages after a failure until the user retries', async () => {
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
    const [inbox, list] = await renderScrollable(createTestSession(sandbox, { source }));
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

  it('renders the rows of a long list in batches', async () => {
    const sandbox = createEmptySandbox();
    const references = Array.from({ length: 10_000 }, (_, index) => ({ id: `n-${index}`, isRead: true }));
    const source = { load: () => Promise.resolve({ references }) };
    const [inbox, list] = await renderScrollable(createTestSession(sandbox, { source }));
    expect(queryAll(inbox, '[role=article]')).to.have.length(50);
    list.scrollTop = list.scrollHeight;
    await nextFrames(5);
    expect(queryAll(inbox, '[role=article]').length).to.be.within(100, 200);
  });
});

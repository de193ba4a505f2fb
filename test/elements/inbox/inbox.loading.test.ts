import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { Session } from '../../../src/session/session.js';
import type { NotificationReference, NotificationSource } from '../../../src/session/sources/source.js';
import {
  addNotifications,
  cards,
  countRequests,
  createEmptySandbox,
  createRecord,
  createTestSession,
  expectEventually,
  installFakeTimers,
  queryAll,
  queryOne,
  recordWarnings,
  renderInbox,
  stubProperty,
  waitUntil,
} from '../support.js';
import { fetchHeld } from '../list/fetch-held.js';
import { articles, layOut, listElement, scrollListTo } from '../list/feed-support.js';

/** Renders an inbox that fills a container of this style, and that may go on loading. */
async function renderIn(
  style: string,
  session: Session,
): Promise<{ inbox: NudgeInbox; container: HTMLElement }> {
  const container = await fixture<HTMLElement>(
    html`<div style=${style}>
      <nudge-inbox style="flex: 1; min-height: 0; max-height: 680px" .session=${session}></nudge-inbox>
    </div>`,
  );
  const inbox = container.querySelector('nudge-inbox')!;
  await customElements.whenDefined('nudge-inbox');
  await inbox.updateComplete;
  return { inbox, container };
}

/** A source that returns all references at once when it is told to. */
function createPendingSource(): {
  source: NotificationSource;
  respond: (references: NotificationReference[]) => Promise<void>;
} {
  let resolve: ((page: { references: NotificationReference[] }) => void) | undefined;
  return {
    source: { load: () => new Promise((done) => (resolve = done)) },
    async respond(references) {
      await waitUntil(() => resolve, 'the list is not requested');
      resolve!({ references });
    },
  };
}

/** Has no observer report anything. */
function stubIntersectionObserver(): void {
  stubProperty(
    globalThis as { IntersectionObserver: unknown },
    'IntersectionObserver',
    class {
      observe = (): undefined => undefined;
      unobserve = (): undefined => undefined;
      disconnect = (): undefined => undefined;
    },
  );
}

const toRead = (id: string): NotificationReference => ({ id, isRead: true });

describe('The first screen of <nudge-inbox>', () => {
  /** Returns the ids that an inbox requests first. */
  async function findFirstRequested(ids: readonly string[]): Promise<string[]> {
    const { source, respond } = createPendingSource();
    const session = createTestSession(createEmptySandbox(), { source });
    const { inbox } = await renderIn('height: 680px; display: flex', session);
    await layOut(inbox);
    const requested: string[][] = [];
    stubProperty(session.notifications, 'setVisible', (visibleIds) => {
      if (visibleIds.length > 0) requested.push([...visibleIds]);
    });
    await respond(ids.map(toRead));
    await waitUntil(() => requested.length > 0, 'nothing is requested');
    return requested[0]!;
  }

  const manyIds = Array.from({ length: 10_000 }, (_, index) => `n-${index}`);

  it('is at most eight records of a list however long', async () => {
    expect(await findFirstRequested(manyIds)).to.deep.equal(manyIds.slice(0, 8));
  });

  it('is not requested below the screen', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 40).map(toRead);
    const { source, respond } = createPendingSource();
    const style = 'height: 680px; display: flex; position: absolute; top: 3000px';
    const { inbox } = await renderIn(style, createTestSession(sandbox, { source }));
    await layOut(inbox);
    await respond(references);
    await waitUntil(() => articles(inbox).length === 6, 'a row is missing');
    await layOut(inbox);
    expect(countRequests(sandbox)).to.equal(0);
  });

  it('does not wait for a layout', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const { source, respond } = createPendingSource();
    const session = createTestSession(sandbox, { source });
    stubIntersectionObserver();
    await renderIn('height: 680px; display: flex', session);
    await respond(ids.map(toRead));
    await expectEventually(() => countRequests(sandbox), 8);
  });

  it('is requested before its rows are rendered', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 40).map(toRead);
    const { source, respond } = createPendingSource();
    const rowCounts: number[] = [];
    const session = createTestSession(sandbox, {
      source,
      fetch: (...request) => {
        rowCounts.push(articles(inbox).length);
        return sandbox.fetch(...request);
      },
    });
    const { inbox } = await renderIn('height: 680px; display: flex', session);
    await layOut(inbox);
    await respond(references);
    await waitUntil(() => rowCounts.length >= 6, 'a record is not requested');
    expect(rowCounts.slice(0, 6)).to.deep.equal([0, 0, 0, 0, 0, 0]);
  });

  it('is rendered once if the page has the records', async () => {
    const sandbox = createEmptySandbox();
    const { source, respond } = createPendingSource();
    const { inbox } = await renderIn('height: 680px; display: flex', createTestSession(sandbox, { source }));
    await layOut(inbox);
    const cardCounts: number[] = [];
    const observer = new MutationObserver(() => cardCounts.push(cards(inbox).length));
    observer.observe(listElement(inbox), { childList: true, subtree: true });
    const records = manyIds.slice(0, 6).map((id) => createRecord({ title: id }, { id }));
    await respond(records.map((record) => ({ id: record.id, isRead: true, record })));
    await waitUntil(() => cards(inbox).length === 6, 'a card is missing');
    observer.disconnect();
    expect(cardCounts[0]).to.equal(6);
    expect(countRequests(sandbox)).to.equal(0);
  });

  it('has the heading of a day only once it has a card of that day', async () => {
    const sandbox = createEmptySandbox();
    const createdDate = new Date().toISOString();
    const references = addNotifications(sandbox, 3).map((id) => ({ id, isRead: true, createdDate }));
    let deliver = (): void => undefined;
    const isDelivered = new Promise<void>((done) => (deliver = done));
    const session = createTestSession(sandbox, {
      source: { load: () => Promise.resolve({ references }) },
      fetch: async (...request) => {
        await isDelivered;
        return sandbox.fetch(...request);
      },
    });
    const { inbox } = await renderIn('height: 680px; display: flex', session);
    await waitUntil(() => articles(inbox).length === 3, 'a row is missing');
    const isDayVisible = (): boolean =>
      queryOne(inbox, '.day .date').checkVisibility({ visibilityProperty: true });
    expect(isDayVisible()).to.be.false;
    deliver();
    await waitUntil(() => cards(inbox).length === 3, 'a card is missing');
    await expectEventually(isDayVisible, true);
  });
});

describe('<nudge-inbox>', () => {
  it('requests the visible records and the newest page for the count', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 49);
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    inbox.style.height = '400px';
    await waitUntil(() => countRequests(sandbox) >= 25, 'a record of the newest page is not requested');
    await layOut(inbox);
    expect(countRequests(sandbox)).to.be.within(25, 32);
    expect(countRequests(sandbox, ids[48])).to.equal(0);
    await scrollListTo(inbox, listElement(inbox).scrollHeight);
    await expectEventually(() => countRequests(sandbox, ids[48]), 1);
  });

  it('requests only records in view or near it, from the top, if the source gives the read state', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40);
    const source = { load: () => Promise.resolve({ references: ids.map(toRead) }) };
    const { inbox } = await renderIn('height: 400px; display: flex', createTestSession(sandbox, { source }));
    await waitUntil(() => cards(inbox).length >= 4, 'a card is missing');
    await layOut(inbox);
    const requested = sandbox.requests.map(({ path }) => path.split('/').find((part) => ids.includes(part)));
    expect(requested).to.have.length.within(8, 20);
    expect(requested).to.deep.equal(ids.slice(0, requested.length));
  });

  it('reserves the height of the median card for what is not loaded', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 40, (index) => ({
      payload: { title: 'A title', body: 'A line. '.repeat(index === 2 ? 1 : 20) },
    }));
    const source = { load: () => Promise.resolve({ references: ids.map(toRead) }) };
    const { inbox } = await renderIn('height: 400px; display: flex', createTestSession(sandbox, { source }));
    await waitUntil(() => articles(inbox).length === 40, 'a row is missing');
    const heightOf = (index: number): number => articles(inbox)[index]!.offsetHeight;
    await waitUntil(() => heightOf(39) === heightOf(3), 'it is higher or lower');
    expect(heightOf(39)).not.to.equal(heightOf(2));
  });

  it('has about a screen of rows until its first cards are shown, and then more, without an observer', async () => {
    stubIntersectionObserver();
    // A busy machine takes longer than a card waits for those above it.
    installFakeTimers();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 60);
    const { fetch, isRequested, release } = fetchHeld(sandbox, ids[5]!);
    const source = { load: () => Promise.resolve({ references: ids.map(toRead) }) };
    const { inbox } = await renderIn(
      'height: 680px; display: flex',
      createTestSession(sandbox, { source, fetch }),
    );
    await waitUntil(() => cards(inbox).length === 5 && isRequested(), 'a card is missing');
    expect(articles(inbox)).to.have.length(6);
    release();
    await expectEventually(() => articles(inbox).length, 50);
  });

  it('requests nothing while it is hidden', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 3).map((id) => ({ id, isRead: false }));
    const { source, respond } = createPendingSource();
    const { inbox, container } = await renderIn('display: none', createTestSession(sandbox, { source }));
    await layOut(inbox);
    await respond(references);
    await waitUntil(() => articles(inbox).length === 3, 'a row is missing');
    await layOut(inbox);
    expect(countRequests(sandbox)).to.equal(0);
    container.style.display = 'flex';
    await expectEventually(() => countRequests(sandbox), 3);
  });

  it('shows its cards once it gets a height', async () => {
    const sandbox = createEmptySandbox();
    const references = addNotifications(sandbox, 12).map(toRead);
    const { source, respond } = createPendingSource();
    const { inbox, container } = await renderIn(
      'height: 0; display: flex',
      createTestSession(sandbox, { source }),
    );
    await layOut(inbox);
    await respond(references);
    await waitUntil(() => articles(inbox).length === 12, 'a row is missing');
    await layOut(inbox);
    container.style.height = '680px';
    await waitUntil(() => cards(inbox).length === 12, 'a card is missing');
  });

  it('requests the first records of those that are not dismissed', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 12);
    const references = ids.map((id, index) => ({ id, isRead: true, isDismissed: index < 8 }));
    const source = { load: () => Promise.resolve({ references }) };
    const { inbox } = await renderIn('height: 400px; display: flex', createTestSession(sandbox, { source }));
    await waitUntil(() => cards(inbox).length === 4, 'a card is missing');
    expect(ids.map((id) => countRequests(sandbox, id))).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it('shows what is loaded although the first records never come', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 8);
    const source = { load: () => Promise.resolve({ references: ids.map(toRead) }) };
    const fetch: typeof sandbox.fetch = (input, init) =>
      ids.slice(0, 5).some((id) => new Request(input).url.includes(id))
        ? new Promise(() => undefined)
        : sandbox.fetch(input, init);
    const { inbox } = await renderIn(
      'height: 1200px; display: flex',
      createTestSession(sandbox, { source, fetch }),
    );
    await waitUntil(() => cards(inbox).length === 3, 'a card is missing');
    await waitUntil(
      () => articles(inbox)[7]!.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      'the last card stays hidden',
    );
  });

  it('stops loading pages after a failure until the customer tries again', async () => {
    recordWarnings();
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 30);
    let calls = 0;
    let isBroken = true;
    const source: NotificationSource = {
      load: ({ cursor }) => {
        if (cursor === undefined)
          return Promise.resolve({ references: ids.slice(0, 25).map(toRead), nextCursor: 'next' });
        calls += 1;
        if (isBroken) return Promise.reject(new Error('no'));
        return Promise.resolve({ references: ids.slice(25).map(toRead) });
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    inbox.style.height = '400px';
    await waitUntil(() => {
      listElement(inbox).scrollTop = listElement(inbox).scrollHeight;
      return queryAll(inbox, '[role=status] button').length === 1;
    }, 'the failure is not shown');
    await scrollListTo(inbox, 0);
    await scrollListTo(inbox, listElement(inbox).scrollHeight);
    expect(calls).to.equal(1);
    isBroken = false;
    queryOne(inbox, '[role=status] button').click();
    await waitUntil(() => {
      listElement(inbox).scrollTop = listElement(inbox).scrollHeight;
      return articles(inbox).length === 30;
    }, 'the second page is missing');
    expect(calls).to.equal(2);
  });

  it('offers to load more after many empty pages, and moves the focus to what comes', async () => {
    const warnings = recordWarnings();
    const sandbox = createEmptySandbox();
    const [id = ''] = addNotifications(sandbox, 1);
    let calls = 0;
    const source: NotificationSource = {
      load() {
        calls += 1;
        const isLast = calls === 11;
        return Promise.resolve(
          isLast ? { references: [toRead(id)] } : { references: [], nextCursor: `${calls}` },
        );
      },
    };
    const inbox = await renderInbox(createTestSession(sandbox, { source }));
    await waitUntil(() => queryAll(inbox, '.load-more button').length === 1, 'there is no button');
    await layOut(inbox);
    expect(calls).to.equal(10);
    expect(warnings.join()).to.contain('10 pages of the source in a row were empty');
    const button = queryOne(inbox, '.load-more button');
    expect(button.textContent.trim()).to.equal('Load more');
    button.focus();
    button.click();
    await waitUntil(() => articles(inbox)[0]?.matches(':focus'), 'the focus is lost');
    expect(queryAll(inbox, '.load-more')).to.deep.equal([]);
  });

  it('leaves the focus alone if another customer is shown by the time that more is loaded', async () => {
    recordWarnings();
    let calls = 0;
    let finishLoading: (page: { references: [] }) => void = () => undefined;
    const source: NotificationSource = {
      load: () =>
        (calls += 1) > 10
          ? new Promise((resolve) => (finishLoading = resolve))
          : Promise.resolve({ references: [], nextCursor: `${calls}` }),
    };
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { source }));
    await waitUntil(() => queryAll(inbox, '.load-more button').length === 1, 'there is no button');
    queryOne(inbox, '.load-more button').click();
    await waitUntil(() => calls === 11, 'nothing more is requested');
    const other = createEmptySandbox();
    inbox.session = createTestSession(other, { ids: addNotifications(other, 1) });
    await waitUntil(() => articles(inbox).length === 1, 'the other customer has no list');
    finishLoading({ references: [] });
    await layOut(inbox);
    expect(inbox.matches(':focus-within')).to.equal(false);
  });

  it('renders the rows of a long list in batches', async () => {
    const references = Array.from({ length: 10_000 }, (_, index) => toRead(`n-${index}`));
    const source = { load: () => Promise.resolve({ references }) };
    const { inbox } = await renderIn(
      'height: 400px; display: flex',
      createTestSession(createEmptySandbox(), { source }),
    );
    // At first, so many as the screen has, until their records are there.
    await waitUntil(() => articles(inbox).length > 8, 'the list is short');
    await layOut(inbox);
    expect(articles(inbox)).to.have.length(50);
    expect(articles(inbox)[0]!.ariaSetSize).to.equal('10000');
    listElement(inbox).scrollTop = listElement(inbox).scrollHeight;
    await waitUntil(() => articles(inbox).length > 50, 'no further rows are rendered');
    expect(articles(inbox).length).to.be.within(100, 200);
  });
});

import { expect, fixture, fixtureSync, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NotificationReference } from '../../../src/inbox/sources/source.js';
import type { Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cards,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createRecord,
  createTestSession,
  nextFrames,
  queryAll,
  stubProperty,
  waitUntil,
} from '../support.js';

interface Visit {
  sandbox: Sandbox;
  ids: string[];
  inbox: NudgeInbox;
  container: HTMLElement;
  /** The source returns its list. Resolves within the same task. */
  respond: () => Promise<void>;
}

/** Waits for promises, but not for another task. */
async function flushMicrotasks(): Promise<void> {
  for (let step = 0; step < 60; step += 1) await Promise.resolve();
}

/** Renders an inbox whose source gives the read state, so that no record is needed for the count. */
async function visit(count: number, style = 'height: 680px; display: flex'): Promise<Visit> {
  const sandbox = createEmptySandbox();
  const ids = addNotifications(sandbox, count);
  let resolve: ((page: { references: NotificationReference[] }) => void) | undefined;
  const source = {
    load: () => new Promise<{ references: NotificationReference[] }>((done) => (resolve = done)),
  };
  const container = await fixture<HTMLElement>(html`<div style=${style}></div>`);
  const inbox = document.createElement('nudge-inbox');
  inbox.session = createTestSession(sandbox, { source });
  inbox.style.cssText = 'flex: 1; max-height: 680px; min-height: 0';
  container.append(inbox);
  await inbox.updateComplete;
  await waitUntil(() => resolve ?? document.visibilityState === 'hidden');
  await nextFrames();
  return {
    sandbox,
    ids,
    inbox,
    container,
    respond: () => {
      resolve?.({ references: ids.map((id) => ({ id, isRead: true })) });
      return flushMicrotasks();
    },
  };
}

const requestedIds = ({ sandbox, ids }: Visit): (string | undefined)[] =>
  sandbox.requests.map(({ path }) => ids.find((id) => path.endsWith(`/${id}`)));

describe('The first screen of <nudge-inbox>', () => {
  it('is requested in the task in which its ids become known', async () => {
    const shop = await visit(40);
    await shop.respond();
    // At least as many as are sent at a time: the others follow the first responses, in Firefox in another task.
    expect(requestedIds(shop).length).to.be.within(6, 8);
    await nextFrames(6);
    expect(requestedIds(shop).slice(0, 8)).to.deep.equal(shop.ids.slice(0, 8));
    expect(new Set(requestedIds(shop)).size).to.equal(countRequests(shop.sandbox));
  });

  it('is requested in the task in which the inbox is rendered, if the ids are known', async () => {
    const shop = await visit(40);
    await shop.respond();
    const { session } = shop.inbox;
    shop.inbox.remove();
    const other = createTestSession(shop.sandbox, {
      source: { load: () => Promise.resolve({ references: shop.ids.map((id) => ({ id, isRead: true })) }) },
    });
    const stop = other.notifications.subscribe(() => undefined);
    await flushMicrotasks();
    const before = countRequests(shop.sandbox);
    const inbox = Object.assign(document.createElement('nudge-inbox'), { session: other });
    inbox.style.cssText = 'flex: 1; max-height: 680px; min-height: 0';
    shop.container.append(inbox);
    await inbox.updateComplete;
    await flushMicrotasks();
    expect(countRequests(shop.sandbox) - before).to.be.within(6, 8);
    stop();
    session?.close();
  });

  it('is requested before its rows are rendered', async () => {
    const shop = await visit(40);
    await shop.respond();
    expect(requestedIds(shop).length).to.be.within(6, 8);
    expect(shop.inbox.shadowRoot?.querySelector('[role=article]')).to.equal(null);
  });

  it('is as many records as the list has room for', async () => {
    const shop = await visit(40, 'height: 270px; display: flex');
    await shop.respond();
    expect(countRequests(shop.sandbox)).to.equal(3);
  });

  it('is at most eight records, however many ids come at once', async () => {
    const shop = await visit(10, 'height: 680px; display: flex');
    shop.ids.push(...Array.from({ length: 10_000 }, (_, index) => `n-${index}`));
    const preferred: (readonly string[])[] = [];
    const { notifications } = shop.inbox.session!;
    const setVisible = notifications.setVisible.bind(notifications);
    stubProperty(notifications, 'setVisible', (ids) => {
      preferred.push(ids);
      setVisible(ids);
    });
    await shop.respond();
    expect(preferred.at(-1)).to.deep.equal(shop.ids.slice(0, 8));
  });

  describe('while its responses are awaited', () => {
    async function visitSlowly(): Promise<Visit & { deliver: () => void }> {
      const shop = await visit(3);
      const createdDate = new Date().toISOString();
      let deliver = (): void => undefined;
      const isDelivered = new Promise<void>((done) => (deliver = done));
      const { sandbox, ids, inbox } = shop;
      inbox.session = createTestSession(sandbox, {
        source: {
          load: () => Promise.resolve({ references: ids.map((id) => ({ id, isRead: true, createdDate })) }),
        },
        fetch: async (...request) => {
          await isDelivered;
          return sandbox.fetch(...request);
        },
      });
      await waitUntil(() => queryAll(inbox, '[role=article]').length === 3);
      return { ...shop, deliver };
    }

    it('has the heading of a day only once it has a card of that day', async () => {
      const { inbox, deliver } = await visitSlowly();
      const [day] = queryAll(inbox, '.day .date');
      expect(day!.checkVisibility({ visibilityProperty: true })).to.be.false;
      deliver();
      await waitUntil(() => cards(inbox).length > 0);
      await nextFrames();
      expect(day!.checkVisibility({ visibilityProperty: true })).to.be.true;
    });

    it('is ready to be painted in the frame after them', async () => {
      const { inbox, deliver } = await visitSlowly();
      const { notifications } = inbox.session!;
      deliver();
      await waitUntil(() => notifications.state.items.every(({ status }) => status === 'loaded'));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(cards(inbox).length).to.equal(3);
    });
  });

  for (const [place, style] of [
    ['a hidden container', 'height: 680px; display: none'],
    ['a container without height', 'height: 0; overflow: hidden; display: flex'],
    ['a place below the screen', 'height: 680px; display: flex; position: absolute; top: 3000px'],
  ] as const) {
    it(`is not requested in ${place}`, async () => {
      const shop = await visit(40, style);
      await shop.respond();
      expect(countRequests(shop.sandbox)).to.equal(0);
    });
  }

  it('is painted without a request if the source hands its records over', async () => {
    const sandbox = createEmptySandbox();
    const references = Array.from({ length: 4 }, (_, index) => {
      const id = `n-${index}`;
      return { id, isRead: index > 0, record: createRecord({ title: `Title ${index}` }, { id }) };
    });
    const source = { load: () => Promise.resolve({ references, unreadCount: 1 }) };
    const inbox = fixtureSync<NudgeInbox>(
      html`<nudge-inbox .session=${createTestSession(sandbox, { source })}></nudge-inbox>`,
    );
    await inbox.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(cards(inbox)).to.have.length(4);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(['Unread: Title 0', 'Title 1', 'Title 2', 'Title 3']);
    expect(sandbox.requests).to.deep.equal([]);
  });

  it('is not requested in a hidden page', async () => {
    stubProperty(document, 'visibilityState', 'hidden');
    const shop = await visit(40);
    await shop.respond();
    await nextFrames();
    expect(countRequests(shop.sandbox)).to.equal(0);
  });
});

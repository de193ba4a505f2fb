import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import { notIn } from './engine.js';
import {
  addNotifications,
  cardTitles,
  countRequests,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
  recordUncaughtErrors,
  renderInbox,
} from './support.js';

const threeTitles = ['Unread: Title 0', 'Unread: Title 1', 'Unread: Title 2'];

describe('<nudge-inbox>', () => {
  async function renderInboxOfThree(): Promise<{
    inbox: NudgeInbox;
    requests: () => number;
    errors: unknown[];
  }> {
    const sandbox = createEmptySandbox();
    const errors = recordUncaughtErrors();
    const inbox = await renderInbox(createTestSession(sandbox, { ids: addNotifications(sandbox, 3) }));
    return { inbox, requests: () => countRequests(sandbox), errors };
  }

  it('keeps its rows, repeats no request and fires each event once after moving within the page', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    const rows = queryAll(inbox, '[role=article]');
    const container = await fixture<HTMLElement>(html`<div></div>`);
    for (let move = 0; move < 3; move++) container.append(inbox);
    await nextFrames();
    expect(queryAll(inbox, '[role=article]')).to.deep.equal(rows);
    const changes = recordEvents(inbox, 'nudge-read-change');
    inbox.activeSession?.notifications.markRead([inbox.activeSession.notifications.state.items[0]!.id]);
    await nextFrames();
    expect([changes.length, requests(), errors.length]).to.deep.equal([1, 3, 0]);
  });

  it('shows changes that happened while it was removed', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    const container = inbox.parentElement!;
    inbox.remove();
    await nextFrames();
    inbox.activeSession?.notifications.dismiss([inbox.activeSession.notifications.state.items[0]!.id]);
    container.append(inbox);
    await nextFrames();
    expect(cardTitles(inbox)).to.deep.equal(threeTitles.slice(1));
    expect([requests(), errors.length]).to.deep.equal([3, 0]);
  });

  it('is cloned with its attributes but without its session', async () => {
    const { inbox, requests, errors } = await renderInboxOfThree();
    inbox.setAttribute('heading', 'News');
    for (const clone of [inbox.cloneNode(true), document.importNode(inbox, true)]) {
      inbox.after(clone);
      await nextFrames();
      const copy = inbox.parentElement!.querySelectorAll('nudge-inbox')[1]!;
      expect([copy.activeSession, copy.heading, cardTitles(copy)]).to.deep.equal([undefined, 'News', []]);
      copy.session = inbox.session;
      await nextFrames();
      expect(cardTitles(copy)).to.deep.equal(threeTitles);
    }
    expect(cardTitles(inbox)).to.deep.equal(threeTitles);
    expect([requests(), errors.length]).to.deep.equal([3, 0]);
  });

  // https://bugzilla.mozilla.org/show_bug.cgi?id=1502814
  notIn('firefox', 'an adopted custom element loses its class')(
    'keeps working when it moves to another document and back',
    async () => {
      const { inbox, requests, errors } = await renderInboxOfThree();
      const container = inbox.parentElement!;
      const frame = await fixture<HTMLIFrameElement>(
        html`<iframe style="width: 400px; height: 400px"></iframe>`,
      );
      frame.contentDocument!.body.append(inbox);
      await nextFrames();
      expect([inbox.ownerDocument === document, cardTitles(inbox)]).to.deep.equal([false, threeTitles]);
      const before = inbox.activeSession!.notifications.state.items;
      inbox.activeSession!.notifications.dismiss([before[0]!.id]);
      await nextFrames();
      expect(cardTitles(inbox)).to.deep.equal(threeTitles.slice(1));
      container.append(inbox);
      queryOne(inbox, 'header button').click();
      await nextFrames();
      expect(cardTitles(inbox)).to.deep.equal(['Title 1', 'Title 2']);
      expect([requests(), errors.length]).to.deep.equal([3, 0]);
    },
  );
});

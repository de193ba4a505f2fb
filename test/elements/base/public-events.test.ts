import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { Session } from '../../../src/session/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  expectEventually,
  inboxOf,
  queryAll,
  recordEvents,
  renderInbox,
  waitUntil,
} from '../support.js';
import { openPanel, waitForCards } from '../bell/bell-support.js';

const facts = [
  'nudge-read-change',
  'nudge-dismiss-change',
  'nudge-unread-count-change',
  'nudge-arrival',
  'nudge-preference-change',
  'nudge-error',
] as const;

interface Elements {
  sandbox: Sandbox;
  session: Session;
  ids: readonly string[];
  bell: NudgeBell;
  inbox: NudgeInbox;
  preferences: NudgePreferences;
  notification: NudgeNotification;
  /** What `document` hears, in either phase: the element that an event comes from, and its name. */
  bubbling: string[];
  capturing: string[];
}

/** Renders one of each element with the same session, in this order. */
async function renderElements(
  order: readonly string[] = ['bell', 'inbox', 'preferences', 'notification'],
): Promise<Elements> {
  const sandbox = createSandbox();
  const ids = addNotifications(sandbox, 3);
  const groups = sandbox.groups.slice(0, 2).map((group) => ({ ...group, isGroupNotificationOff: false }));
  const session = createTestSession(sandbox, { ids, groups });
  const templates: Record<string, unknown> = {
    bell: html`<nudge-bell .session=${session}></nudge-bell>`,
    inbox: html`<nudge-inbox .session=${session}></nudge-inbox>`,
    preferences: html`<nudge-preferences .session=${session}></nudge-preferences>`,
    notification: html`<nudge-notification
      .session=${session}
      notification-id=${ids[0]!}
    ></nudge-notification>`,
  };
  const container = await fixture<HTMLElement>(html`<div>${order.map((name) => templates[name])}</div>`);
  const one = <Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] =>
    container.querySelector(name)!;
  await waitUntil(
    () =>
      cards(one('nudge-inbox')).length === 3 &&
      queryAll(one('nudge-preferences'), '[role=switch]').length === 2 &&
      queryAll(one('nudge-notification'), '.title').length === 1 &&
      session.notifications.state.unreadCount === 3 &&
      session.notifications.state.unseenCount === 0,
    'Something is not loaded.',
  );
  const elements = {
    sandbox,
    session,
    ids,
    bell: one('nudge-bell'),
    inbox: one('nudge-inbox'),
    preferences: one('nudge-preferences'),
    notification: one('nudge-notification'),
    bubbling: [] as string[],
    capturing: [] as string[],
  };
  const log = (events: string[]) => (event: Event) => {
    if (container.contains(event.target as Node))
      events.push(`${(event.target as Element).localName} ${event.type}`);
  };
  const [bubbling, capturing] = [log(elements.bubbling), log(elements.capturing)];
  for (const name of facts) {
    document.addEventListener(name, bubbling);
    document.addEventListener(name, capturing, { capture: true });
  }
  return elements;
}

const expectEvents = async ({ bubbling, capturing }: Elements, ...events: string[]): Promise<void> => {
  await expectEventually(() => bubbling, events);
  expect(capturing).to.deep.equal(events);
};

const tools = (inbox: NudgeInbox, index: number): HTMLElement[] =>
  queryAll(cards(inbox)[index]!, '.tools button');
const pressSwitch = ({ preferences }: Elements): void => queryAll(preferences, '[role=switch]')[0]!.click();

describe('Elements with one session', () => {
  for (const [first, order] of [
    ['nudge-bell', ['bell', 'inbox', 'preferences', 'notification']],
    ['nudge-inbox', ['notification', 'preferences', 'inbox', 'bell']],
  ] as const) {
    describe(`in the order ${order.join(', ')}`, () => {
      it('fire one event for a notification that is read', async () => {
        const elements = await renderElements(order);
        tools(elements.inbox, 0)[0]!.click();
        expect(elements.session.notifications.get(elements.ids[0]!).isRead).to.be.true;
        await expectEvents(elements, 'nudge-inbox nudge-read-change', `${first} nudge-unread-count-change`);
      });

      it('fire one event for an arrival', async () => {
        const elements = await renderElements(order);
        elements.session.notifications.add(addNotifications(elements.sandbox, 1));
        // The count changes when the arrival is added, and once more when its record is loaded.
        const count = `${first} nudge-unread-count-change`;
        await expectEvents(elements, `${first} nudge-arrival`, count, count);
      });

      it('fire one event for a preference that is saved, and for one that is not', async () => {
        const elements = await renderElements(order);
        pressSwitch(elements);
        await expectEvents(elements, 'nudge-preferences nudge-preference-change');
        elements.sandbox.failNext({ status: 400 });
        pressSwitch(elements);
        await expectEvents(
          elements,
          'nudge-preferences nudge-preference-change',
          'nudge-preferences nudge-error',
        );
      });
    });
  }

  it('fire one event for several notifications that are read at once', async () => {
    const elements = await renderElements();
    const events = recordEvents(document.body, 'nudge-read-change');
    elements.session.notifications.markRead(elements.ids);
    await expectEventually(() => events.flatMap(({ detail }) => detail.ids).sort(), [...elements.ids].sort());
  });

  it('fire one event for a notification that cannot be loaded', async () => {
    const elements = await renderElements();
    elements.sandbox.failNext({ status: 400 });
    elements.notification.notificationId = addNotifications(elements.sandbox, 1)[0]!;
    const errors = (): string[] => elements.bubbling.filter((name) => name.endsWith('nudge-error'));
    await waitUntil(() => errors().length > 0);
    expect(errors()).to.have.length(1);
  });

  it('fire the events of what the customer does on the element that the customer uses', async () => {
    const elements = await renderElements();
    queryAll(elements.notification, '.tools button')[0]!.click();
    await openPanel(elements.bell);
    await waitForCards(elements.bell, 3);
    tools(inboxOf(elements.bell), 1)[0]!.click();
    await expectEventually(
      () => elements.bubbling.filter((name) => name.endsWith('read-change')),
      ['nudge-notification nudge-read-change', 'nudge-bell nudge-read-change'],
    );
  });

  it('go on firing events when the element that fired them leaves the page', async () => {
    const elements = await renderElements();
    tools(elements.inbox, 0)[0]!.click();
    await waitUntil(() => elements.bubbling.length === 2);
    elements.inbox.remove();
    elements.session.notifications.markRead([elements.ids[1]!]);
    await expectEventually(
      () => elements.bubbling.slice(2),
      ['nudge-bell nudge-read-change', 'nudge-bell nudge-unread-count-change'],
    );
    elements.bell.remove();
    elements.session.notifications.markUnread([elements.ids[0]!]);
    await expectEventually(() => elements.bubbling.slice(4), ['nudge-notification nudge-read-change']);
  });

  it('let no event of a card be heard on the way to its list', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const inbox = await renderInbox(session);
    await waitUntil(() => session.notifications.state.unseenCount === 0);
    const heard: string[] = [];
    const original = EventTarget.prototype.dispatchEvent;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event instanceof CustomEvent) heard.push(event.type);
      return original.call(this, event);
    };
    try {
      tools(inbox, 0)[0]!.click();
      tools(inbox, 0).at(-1)!.click();
      await waitUntil(() => cards(inbox).length === 1);
    } finally {
      EventTarget.prototype.dispatchEvent = original;
    }
    expect(heard.filter((name) => name !== 'nudge-unread-count-change')).to.deep.equal([
      'nudge-read-change',
      'nudge-dismiss-change',
    ]);
  });
});

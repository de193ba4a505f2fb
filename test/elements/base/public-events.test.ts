import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../../src/elements/inbox/inbox.js';
import type { NudgeNotification } from '../../../src/elements/notification/notification.js';
import type { NudgePreferences } from '../../../src/elements/preferences/preferences.js';
import type { Session } from '../../../src/inbox/session.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import {
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  flushTasks,
  inboxOf,
  nextFrames,
  queryAll,
  queryOne,
  recordEvents,
} from '../support.js';

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
  await nextFrames();
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

const press = async (button: HTMLElement): Promise<void> => {
  button.click();
  await flushTasks();
  await nextFrames();
};

const expectOnce = ({ bubbling, capturing }: Elements, events: string[]): void => {
  expect(bubbling).to.deep.equal(events);
  expect(capturing).to.deep.equal(events);
};

describe('Elements with one session', () => {
  for (const order of [
    ['bell', 'inbox', 'preferences', 'notification'],
    ['notification', 'preferences', 'inbox', 'bell'],
  ]) {
    describe(`in the order ${order.join(', ')}`, () => {
      it('fire one event for a notification that is read', async () => {
        const elements = await renderElements(order);
        await press(queryAll(cards(elements.inbox)[0]!, '.tools button')[0]!);
        expect(elements.session.notifications.get(elements.ids[0]!).isRead).to.be.true;
        expectOnce(elements, [
          'nudge-inbox nudge-read-change',
          `nudge-${order.find((name) => name === 'bell' || name === 'inbox')!} nudge-unread-count-change`,
        ]);
      });

      it('fire one event for each notification that is read at once', async () => {
        const elements = await renderElements(order);
        const events = recordEvents(document.body, 'nudge-read-change');
        elements.session.notifications.markRead(elements.ids);
        await nextFrames();
        expect(events.flatMap(({ detail }) => detail.ids).sort()).to.deep.equal([...elements.ids].sort());
      });

      it('fire one event for a notification that is dismissed', async () => {
        const elements = await renderElements(order);
        await press(queryAll(cards(elements.inbox)[1]!, '.tools button').at(-1)!);
        expectOnce(elements, [
          'nudge-inbox nudge-dismiss-change',
          `nudge-${order.find((name) => name === 'bell' || name === 'inbox')!} nudge-unread-count-change`,
        ]);
      });

      it('fire one event for an arrival', async () => {
        const elements = await renderElements(order);
        elements.session.notifications.add(addNotifications(elements.sandbox, 1));
        await nextFrames();
        const first = `nudge-${order.find((name) => name === 'bell' || name === 'inbox')!}`;
        // The count changes when the arrival is added, and once more when its record is loaded.
        const count = `${first} nudge-unread-count-change`;
        expectOnce(elements, [`${first} nudge-arrival`, count, count]);
      });

      it('fire one event for a preference that is saved', async () => {
        const elements = await renderElements(order);
        await press(queryAll(elements.preferences, '[role=switch]')[0]!);
        expectOnce(elements, ['nudge-preferences nudge-preference-change']);
      });

      it('fire one event for a preference that is not saved', async () => {
        const elements = await renderElements(order);
        elements.sandbox.failNext({ status: 400 });
        await press(queryAll(elements.preferences, '[role=switch]')[0]!);
        expectOnce(elements, ['nudge-preferences nudge-error']);
      });

      it('fire one event for a notification that cannot be loaded', async () => {
        const elements = await renderElements(order);
        elements.sandbox.failNext({ status: 400 });
        elements.notification.notificationId = addNotifications(elements.sandbox, 1)[0]!;
        await nextFrames();
        expect(elements.bubbling.filter((name) => name.endsWith('nudge-error'))).to.have.length(1);
        expect(elements.capturing.filter((name) => name.endsWith('nudge-error'))).to.have.length(1);
      });
    });
  }

  it('fire the events of what the customer does on the element that the customer uses', async () => {
    const elements = await renderElements();
    await press(queryAll(elements.notification, '.tools button')[0]!);
    await press(queryOne(elements.bell, 'button.bell'));
    await press(queryAll(cards(inboxOf(elements.bell))[1]!, '.tools button')[0]!);
    expect(elements.bubbling.filter((name) => name.endsWith('read-change'))).to.deep.equal([
      'nudge-notification nudge-read-change',
      'nudge-bell nudge-read-change',
    ]);
  });

  it('go on firing events when the element that fired them leaves the page', async () => {
    const elements = await renderElements();
    await press(queryAll(cards(elements.inbox)[0]!, '.tools button')[0]!);
    elements.inbox.remove();
    elements.bubbling.length = 0;
    elements.session.notifications.markRead([elements.ids[1]!]);
    await nextFrames();
    expect(elements.bubbling).to.deep.equal([
      'nudge-bell nudge-read-change',
      'nudge-bell nudge-unread-count-change',
    ]);
    elements.bell.remove();
    elements.session.notifications.markUnread([elements.ids[0]!]);
    await nextFrames();
    expect(elements.bubbling.slice(2)).to.deep.equal(['nudge-notification nudge-read-change']);
  });

  it('let no event of a card be heard on the way to its list', async () => {
    const sandbox = createEmptySandbox();
    const session = createTestSession(sandbox, { ids: addNotifications(sandbox, 2) });
    const inbox = await fixture<NudgeInbox>(html`<nudge-inbox .session=${session}></nudge-inbox>`);
    await nextFrames();
    const heard: string[] = [];
    const original = EventTarget.prototype.dispatchEvent;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event instanceof CustomEvent) heard.push(event.type);
      return original.call(this, event);
    };
    try {
      await press(queryAll(cards(inbox)[0]!, '.tools button')[0]!);
      await press(queryAll(cards(inbox)[0]!, '.tools button').at(-1)!);
    } finally {
      EventTarget.prototype.dispatchEvent = original;
    }
    expect(heard.filter((name) => name !== 'nudge-unread-count-change')).to.deep.equal([
      'nudge-read-change',
      'nudge-dismiss-change',
    ]);
  });
});

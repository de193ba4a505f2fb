import { createSession, type Session } from 'nudge-inbox';
import { createSandbox } from 'nudge-inbox/sandbox';

// The whole service in memory. Your page has none: there `baseUrl`, `getToken` and the ids come from your backend,
// and `fetch` is the browser's own.
const sandbox = createSandbox();

const groups = sandbox.groups.map((group) => ({ ...group, isGroupNotificationOff: false }));

function sessionOf(customer: string): Session {
  return createSession({
    baseUrl: sandbox.baseUrl,
    getToken: () => sandbox.issueToken(customer),
    fetch: sandbox.fetch,
    ids: sandbox.notificationIds(customer),
    groups,
  });
}

sandbox.addNotification({ id: 'invoice', payload: { title: 'Your invoice for October' } }, 'anna');
const approve = { name: 'Go ahead', url: '', onclickAction: 'approve' };
const lamp = { title: 'Your lamp is ready to be oiled', actionButtons: { primary: approve } };
sandbox.addNotification({ id: 'lamp', payload: lamp }, 'anna');
const parcel = { title: 'Your parcel is out for delivery', itemRedirect: '/orders/1042' };
sandbox.addNotification({ id: 'parcel', payload: parcel }, 'anna');
sandbox.addNotification({ id: 'welcome', payload: { title: 'Welcome, Ravi' } }, 'ravi');

export type Customer = 'anna' | 'ravi';

/** One for each customer, made once: whatever shows it shows the same. */
export const sessions: Record<Customer, Session> = { anna: sessionOf('anna'), ravi: sessionOf('ravi') };

let answers = 0;

/** What your backend does when something happens, and your page when it is told. */
export function notify(customer: Customer): void {
  answers += 1;
  const id = `answer-${answers}`;
  sandbox.addNotification({ id, payload: { title: `Answer ${answers}` } }, customer);
  sessions[customer].notifications.add([id]);
}

/** The next choice cannot be saved. */
export function failOnce(): void {
  sandbox.failNext({ status: 400 }, 1, 'notification-groups');
}

/** What the service was asked so far, as a line of the log. */
export function requests(): string {
  return `requests ${JSON.stringify(sandbox.requests.map(({ path }) => path.split('/').at(-1)))}`;
}

/** Who fired which event with which detail, as a line of the log: of records only the id, of errors the name. */
export function lineOf(event: CustomEvent<object>): string {
  const detail = JSON.stringify(event.detail, (key, value: unknown) => {
    if (value instanceof Error) return value.name;
    if (typeof value === 'function') return 'function';
    return key === 'notification' ? (value as { id: string }).id : value;
  });
  return `${(event.currentTarget as Element).localName} ${event.type} ${detail}`;
}

/** A card of one's own for invoices; null leaves it to the usual one. */
export function renderNotification({ id, payload }: { id: string; payload: { title: string | null } }) {
  if (id !== 'invoice') return null;
  const card = document.createElement('p');
  card.style.margin = '12px 16px';
  card.textContent = `By hand: ${payload.title ?? ''}`;
  return card;
}

import { createSession, type Session } from 'nudge-inbox';
import { createSandbox } from 'nudge-inbox/sandbox';

// The whole service in memory. In your app, `baseUrl`, `getToken` and the ids come from your backend, and you omit
// `fetch`.
const sandbox = createSandbox();

const groups = sandbox.groups.map((group) => ({ ...group, isGroupNotificationOff: false }));

function createCustomerSession(customer: string): Session {
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

/** One session for each customer. All elements with the same session show the same state. */
export const sessions: Record<Customer, Session> = {
  anna: createCustomerSession('anna'),
  ravi: createCustomerSession('ravi'),
};

let count = 0;

/** Your backend creates a notification and your page receives its id. */
export function addNotification(customer: Customer): void {
  count += 1;
  const id = `answer-${count}`;
  sandbox.addNotification({ id, payload: { title: `Answer ${count}` } }, customer);
  sessions[customer].notifications.add([id]);
}

/** Makes the next change of a preference fail. */
export function failNextSave(): void {
  sandbox.failNext({ status: 400 }, 1, 'notification-groups');
}

/** The requests so far, as a line of the log. */
export function formatRequests(): string {
  return `requests ${JSON.stringify(sandbox.requests.map(({ path }) => path.split('/').at(-1)))}`;
}

/** An event as a line of the log. Records are reduced to their id, errors to their name. */
export function formatEvent(event: CustomEvent<object>): string {
  const detail = JSON.stringify(event.detail, (key, value: unknown) => {
    if (value instanceof Error) return value.name;
    if (typeof value === 'function') return 'function';
    return key === 'notification' ? (value as { id: string }).id : value;
  });
  return `${(event.currentTarget as Element).localName} ${event.type} ${detail}`;
}

/** A custom card for invoices. All other notifications keep the default card. */
export function renderNotification({ id, payload }: { id: string; payload: { title: string | null } }) {
  if (id !== 'invoice') return null;
  const card = document.createElement('p');
  card.style.margin = '12px 16px';
  card.textContent = `By hand: ${payload.title ?? ''}`;
  return card;
}

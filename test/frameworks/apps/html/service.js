// The whole service in memory. In your app, `baseUrl`, `getToken` and the ids come from your backend, and you omit
// `fetch`.
import { createSandbox } from './node_modules/nudge-inbox/dist/sandbox.js';

const sandbox = createSandbox();

const groups = sandbox.groups.map((group) => ({ ...group, isGroupNotificationOff: false }));

sandbox.addNotification({ id: 'invoice', payload: { title: 'Your invoice for October' } }, 'anna');
const approve = { name: 'Go ahead', url: '', onclickAction: 'approve' };
const lamp = { title: 'Your lamp is ready to be oiled', actionButtons: { primary: approve } };
sandbox.addNotification({ id: 'lamp', payload: lamp }, 'anna');
const parcel = { title: 'Your parcel is out for delivery', itemRedirect: '/orders/1042' };
sandbox.addNotification({ id: 'parcel', payload: parcel }, 'anna');
sandbox.addNotification({ id: 'welcome', payload: { title: 'Welcome, Ravi' } }, 'ravi');

/** The options for a session of this customer. */
export function sessionOptions(customer) {
  return {
    baseUrl: sandbox.baseUrl,
    getToken: () => sandbox.issueToken(customer),
    fetch: sandbox.fetch,
    ids: sandbox.notificationIds(customer),
    groups,
  };
}

let count = 0;

/** Your backend creates a notification. Returns the id that your page receives. */
export function addNotification(customer) {
  count += 1;
  const id = `answer-${count}`;
  sandbox.addNotification({ id, payload: { title: `Answer ${count}` } }, customer);
  return id;
}

/** Makes the next change of a preference fail. */
export function failNextSave() {
  sandbox.failNext({ status: 400 }, 1, 'notification-groups');
}

/** The requests so far, as a line of the log. */
export function formatRequests() {
  return `requests ${JSON.stringify(sandbox.requests.map(({ path }) => path.split('/').at(-1)))}`;
}

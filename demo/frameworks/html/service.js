// The whole service in memory. Your page has none: there `baseUrl`, `getToken` and the ids come from your backend,
// and `fetch` is the browser's own.
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

/** What a session of this customer is made from. */
export function settingsOf(customer) {
  return {
    baseUrl: sandbox.baseUrl,
    getToken: () => sandbox.issueToken(customer),
    fetch: sandbox.fetch,
    ids: sandbox.notificationIds(customer),
    groups,
  };
}

let answers = 0;

/** What your backend does when something happens. Returns what it tells your page. */
export function answer(customer) {
  answers += 1;
  const id = `answer-${answers}`;
  sandbox.addNotification({ id, payload: { title: `Answer ${answers}` } }, customer);
  return id;
}

/** The next choice cannot be saved. */
export function failOnce() {
  sandbox.failNext({ status: 400 }, 1, 'notification-groups');
}

/** What the service was asked so far, as a line of the log. */
export function requests() {
  return `requests ${JSON.stringify(sandbox.requests.map(({ path }) => path.split('/').at(-1)))}`;
}

import { createSession } from 'nudge-inbox/client';
import { createSandbox } from 'nudge-inbox/sandbox';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

// The whole service in memory.
const sandbox = createSandbox();
sandbox.addNotification({ id: 'invoice', payload: { title: 'Your invoice' } }, 'anna');

const session = createSession({
  baseUrl: sandbox.baseUrl,
  getToken: () => sandbox.issueToken('anna'),
  fetch: sandbox.fetch,
  ids: sandbox.notificationIds('anna'),
  groups: sandbox.groups.map((group) => ({ ...group, isGroupNotificationOff: false })),
});

document.querySelector('button').addEventListener('click', () => {
  sandbox.addNotification({ id: 'parcel', payload: { title: 'Your parcel' } }, 'anna');
  session.notifications.add(['parcel']);
});

const properties = {
  'nudge-avatar': { name: 'Anna Berg' },
  'nudge-notification': { session, notificationId: 'invoice' },
};
const propertiesOf = (tag) => properties[tag] ?? { session };

const shown = new Set();

/** Each tag once. React renders later. */
function isNew(tag) {
  const { size } = shown;
  return shown.add(tag).size > size;
}

/** Shows these tags, unless they are shown. */
export function showTags(...tags) {
  for (const tag of tags.filter(isNew))
    document.body.append(Object.assign(document.createElement(tag), propertiesOf(tag)));
}

/** Shows React components, by the names of their tags, unless they are shown. */
export function showComponents(components) {
  for (const tag of Object.keys(components).filter(isNew)) {
    const root = document.createElement('div');
    document.body.append(root);
    createRoot(root).render(createElement(components[tag], propertiesOf(tag)));
  }
}

/** Newest first: { id, customerId, createdDate, isRead } */
const rows = [];
/** The functions that send an event to an open page, by customer. */
const listeners = new Map();

const toReference = ({ id, createdDate, isRead }) => ({ id, createdDate, isRead });

function publish(customerId, event) {
  for (const listener of listeners.get(customerId) ?? []) listener(event);
}

/** Calls the listener with each event for this customer. Returns a function that unsubscribes. */
export function subscribe(customerId, listener) {
  const own = listeners.get(customerId) ?? new Set();
  listeners.set(customerId, own.add(listener));
  return () => own.delete(listener);
}

/** A page of the customer's list: what was sent before the notification `cursor`, or the newest. */
export function listPage(customerId, { cursor, limit }) {
  const own = rows.filter((row) => row.customerId === customerId);
  const start = own.findIndex(({ id }) => id === cursor) + 1;
  const page = own.slice(start, start + limit);
  const hasMore = start + limit < own.length;
  return {
    references: page.map(toReference),
    unreadCount: own.filter(({ isRead }) => !isRead).length,
    ...(hasMore && { nextCursor: page.at(-1).id }),
  };
}

/** Stores a notification that was sent, and notifies the customer's open pages. */
export function add(customerId, id, createdDate = new Date().toISOString()) {
  const row = { id, customerId, createdDate, isRead: false };
  rows.unshift(row);
  publish(customerId, { type: 'add', references: [toReference(row)] });
}

/** Stores read state, and notifies the customer's other pages. Ids of other customers are ignored. */
export function setRead(customerId, ids, isRead) {
  const changed = rows.filter((row) => row.customerId === customerId && ids.includes(row.id));
  for (const row of changed) row.isRead = isRead;
  publish(customerId, { type: 'read', ids: changed.map(({ id }) => id), isRead });
}

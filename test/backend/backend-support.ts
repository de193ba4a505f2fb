import { afterEach, expect, vi } from 'vitest';
import { createInboxBackend, type InboxBackend } from '../../src/backend/inbox-backend.js';
import type { InboxBackendOptions } from '../../src/backend/inbox-backend-options.js';
import type { InboxStore } from '../../src/backend/stores/inbox-store.js';
import { memoryStore } from '../../src/backend/stores/memory/memory-store.js';

const open: InboxBackend[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  open.splice(0).forEach((backend) => backend.close());
  vi.useRealTimers();
});

/** A backend whose customer is named by the header `X-Customer`. */
export function createBackend(options: Partial<InboxBackendOptions> = {}): InboxBackend {
  const backend = createInboxBackend({
    store: memoryStore(),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    serviceToken: ({ customerId }) => `token of ${customerId}`,
    onError: (error) => expect(error).toBeUndefined(),
    ...options,
  });
  open.push(backend);
  return backend;
}

export const groups = [
  { id: 'orders', name: 'Orders', isRequired: true },
  { id: 'offers', name: 'Offers', isGroupNotificationOff: false },
];

export const errorOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { error: string }).error,
];

/** The methods of a store, to replace some of them. */
export function bind(store: InboxStore): InboxStore {
  const names = [
    'add',
    'addAll',
    'remove',
    'mark',
    'list',
    'counts',
    'eventsOf',
    'lastEvents',
    'choices',
    'saveChoice',
    'deleteCustomer',
    'prune',
    'stats',
  ] as const;
  return Object.assign(
    { channel: store.channel },
    ...names.map((name) => ({ [name]: (store[name] as () => unknown).bind(store) })),
  ) as InboxStore;
}

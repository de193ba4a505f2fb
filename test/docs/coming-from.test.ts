import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { notificationSchema } from '../../src/api/schemas/notification.js';
import { createInboxBackend, memoryStore, type InboxBackend } from '../../src/backend.js';
import { listOf } from '../backend/requests.js';
import { blockWith } from './markdown.js';

const old = [
  {
    id: 7,
    createdDate: '2026-11-20T09:30:00Z',
    isRead: false,
    title: 'New',
    body: 'Text',
    url: '/a',
    tags: ['Paid'],
  },
  {
    id: 'b',
    createdDate: new Date(1_795_000_000_000),
    isRead: true,
    title: 'Old',
    body: null,
    url: null,
    tags: [],
  },
];

/** Runs the printed import. */
async function runImport(backend: InboxBackend): Promise<void> {
  const block = blockWith('coming-from.md', 'run import.ts').replaceAll(/^import .*$/gm, '');
  const { code } = await transform(`async function run() {${block}}`, { loader: 'ts' });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
  const start = new Function('backend', 'findCustomers', 'loadOld', `${code}; return run();`) as (
    ...values: unknown[]
  ) => Promise<void>;
  const loadOld = (customerId: string): Promise<unknown[]> =>
    Promise.resolve(customerId === 'anna' ? old : []);
  await start(backend, () => [{ id: 'anna' }, { id: 'ben' }], loadOld);
}

it('The import of the documentation keeps dates and read state, and can be repeated', async () => {
  const backend = createInboxBackend({ store: memoryStore(), authenticate: () => 'anna' });
  await runImport(backend);
  await backend.markRead('anna', '7');
  await runImport(backend);
  const { references, unreadCount } = await listOf(backend);
  expect(unreadCount).toBe(0);
  expect(references).toMatchObject([
    { id: '7', createdDate: '2026-11-20T09:30:00.000Z', isRead: true },
    { id: 'b', createdDate: '2026-11-18T11:06:40.000Z', isRead: true },
  ]);
  const [first] = references;
  expect(notificationSchema.parse(first?.record)).toMatchObject({
    id: '7',
    createdDate: '2026-11-20T09:30:00Z',
    uniqueCustomerId: 'anna',
    payload: { title: 'New', body: 'Text', itemRedirect: '/a', tags: [{ tagName: 'Paid' }] },
  });
});

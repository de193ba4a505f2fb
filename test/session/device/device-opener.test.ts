import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerIdentity } from '../../../src/session/customer-identity.js';
import { DeviceOpener } from '../../../src/session/device/device-opener.js';
import { mergeRow } from '../../../src/session/device/stored-row.js';
import { stubBroadcastChannel } from '../fake-channel.js';
import { tearDown } from '../fakes.js';
import { currentPage, FakeRows, rowNameOf, stubCrypto } from '../random-acts/fake-database.js';

vi.mock('../../../src/session/device/database.js', async () => ({
  Database: (await import('../random-acts/fake-database.js')).FakeDatabase,
}));

const address = 'https://service.example/v1/engagement';
const rowNames = {
  'a key': { anna: 'customer key of anna', berta: 'customer key of berta' },
  'no key': { anna: `${address} anna`, berta: `${address} berta` },
};
type Customer = 'anna' | 'berta';

let rows: FakeRows;
let identity: CustomerIdentity;

beforeEach(() => {
  stubBroadcastChannel();
  stubCrypto();
  rows = new FakeRows();
  identity = new CustomerIdentity();
});

afterEach(tearDown);

/** Opens the device of a page on which a record has named anna; both customers have read something on an earlier visit. */
async function open(kind: keyof typeof rowNames): Promise<DeviceOpener> {
  for (const customer of ['anna', 'berta'] as const) {
    const uniqueCustomerId = kind === 'a key' ? customer : null;
    const reads = [{ id: `of ${customer}`, value: true, at: Date.now() }];
    rows.get(rowNameOf(rowNames[kind][customer])).row = mergeRow(null, { reads, uniqueCustomerId });
  }
  const customerKey = kind === 'a key' ? 'of anna' : null;
  const opener = new DeviceOpener(identity, { address, customerKey, memoryOnly: false });
  identity.identify('anna');
  const device = await opener.open!();
  device!.subscribe(() => undefined);
  identity.onOtherCustomer(() => device!.release(false));
  await device!.whenLoaded();
  return opener;
}

const readsOf = (kind: keyof typeof rowNames, customer: Customer): string[] =>
  rows.get(rowNameOf(rowNames[kind][customer])).row?.reads.map(({ id }) => id) ?? [];

/** What happens on the page, and whose visit it is when somebody signs out. */
const turns: [name: string, signingOut: Customer | null, turn: () => unknown][] = [
  ['nobody is known any more', 'anna', () => identity.drop()],
  [
    'the first customer is back',
    'anna',
    () => {
      identity.drop();
      identity.identify('anna');
    },
  ],
  [
    'the first customer is back after another one',
    'anna',
    () => {
      identity.drop();
      identity.identify('berta');
      identity.drop();
      identity.identify('anna');
    },
  ],
  [
    'another customer is there',
    'berta',
    () => {
      identity.drop();
      identity.identify('berta');
    },
  ],
  [
    'another customer was there, and nobody is known any more',
    'berta',
    () => {
      identity.drop();
      identity.identify('berta');
      identity.drop();
    },
  ],
  [
    'a record contradicts the one before',
    null,
    () => expect(() => identity.identify('berta')).toThrow('belongs to another customer'),
  ],
];

describe.each(['a key', 'no key'] as const)('A sign-out from a page with %s', (kind) => {
  it.each(turns)('deletes what is stored of nobody else when %s', async (_, signingOut, turn) => {
    const page = { rows, isAborted: false };
    const opener = await currentPage.run(page, () => open(kind));
    turn();
    expect(await currentPage.run(page, () => opener.signOut())).toBe(true);
    expect(readsOf(kind, 'anna')).toEqual(signingOut === 'anna' ? [] : ['of anna']);
    // A page with a key has only the row of its own customer.
    expect(readsOf(kind, 'berta')).toEqual(signingOut === 'berta' && kind === 'no key' ? [] : ['of berta']);
  });
});

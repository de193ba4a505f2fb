import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  createInboxBackend,
  postgresStore,
  type InboxActionFunction,
  type InboxBackend,
} from '../../src/backend.js';
import { listOf, post } from '../backend/requests.js';
import { newCustomer } from '../backend/stores/store-contract.js';
import { bundleProcess } from './process/bundle.js';

const url = inject('postgresUrl');
const pools: pg.Pool[] = [];
const backends: InboxBackend[] = [];
const errors: unknown[] = [];

function createPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  pools.push(pool);
  return pool;
}

/** An instance of a backend with connections of its own. */
function createInstance(onAction: Record<string, InboxActionFunction>): InboxBackend {
  const backend = createInboxBackend({
    store: postgresStore(createPool()),
    authenticate: ({ headers }) => headers.get('X-Customer'),
    onError: (error) => void errors.push(error),
    // A busy machine may take long.
    timeoutMs: 100_000,
    onAction,
  });
  backends.push(backend);
  return backend;
}

/** Presses a button of the notification `a`. Resolves with the status and the answer. */
async function press(backend: InboxBackend, customer: string, onclickAction: string): Promise<unknown[]> {
  const action = onclickAction === 'approve' ? 'primary' : 'secondary';
  const response = await backend.fetch(post('/answer', { id: 'a', action, onclickAction }, { customer }));
  return [response.status, ((await response.json()) as { answer: unknown }).answer];
}

afterEach(() => {
  backends.splice(0).forEach((backend) => backend.close());
  expect(errors.splice(0)).toEqual([]);
});
afterAll(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

describe('Two devices at two instances that press different buttons at the same moment', () => {
  it('1,000 times cause one call and one answer each, which both see', async () => {
    const calls = new Map<string, string[]>();
    const run: InboxActionFunction = ({ customerId, action }) => {
      const called = calls.get(customerId) ?? [];
      calls.set(customerId, [...called, action]);
      return `Done by ${action}`;
    };
    const instances = [1, 2].map(() => createInstance({ approve: run, reject: run }));
    const race = async (): Promise<void> => {
      const customer = newCustomer();
      await instances[0]!.deliver(customer, { id: 'a' });
      const responses = await Promise.all([
        press(instances[0]!, customer, 'approve'),
        press(instances[1]!, customer, 'reject'),
      ]);
      const [action = ''] = calls.get(customer) ?? [];
      const answer = { action, text: `Done by ${action}` };
      const { references } = await listOf(instances[1]!, {}, customer);
      expect({ calls: calls.get(customer), references }).toMatchObject({
        calls: [action],
        references: [{ answer }],
      });
      expect(responses.map(([status]) => status)).toContain(200);
      // The other one may have come while the function ran.
      for (const [status, stands] of responses)
        expect(stands).toMatchObject(status === 200 ? answer : { action });
    };
    for (let count = 0; count < 1000; count += 20) await Promise.all(Array.from({ length: 20 }, race));
    expect(calls.size).toBe(1000);
  });
});

describe('A process that is killed', () => {
  let bundled: Awaited<ReturnType<typeof bundleProcess>>;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    bundled = await bundleProcess('answer');
  });
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
  afterAll(() => bundled.remove());

  /** Lets a process press "approve", and kills it when it prints a line that begins like this. Resolves with what it has printed. */
  async function killedPress(scenario: string, customer: string, lastLine: string): Promise<string[]> {
    const child = spawn(process.execPath, [bundled.file, scenario, url, customer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const exit = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith(lastLine)) child.kill('SIGKILL');
    }
    expect(await exit).toEqual([null, 'SIGKILL']);
    return lines;
  }

  it('between claim and outcome leaves the same button only, whose function gets the same key', async () => {
    const keys: string[] = [];
    const reject = vi.fn<InboxActionFunction>();
    const approve: InboxActionFunction = ({ key }) => {
      keys.push(key);
      return 'Approved';
    };
    const instance = createInstance({ approve, reject });
    const customer = newCustomer();
    await instance.deliver(customer, { id: 'a' });
    const [line] = await killedPress('between claim and outcome', customer, 'called');
    for (const button of ['approve', 'reject'])
      expect(await press(instance, customer, button)).toMatchObject([202, { action: 'primary' }]);
    // As if 30 seconds had passed.
    await createPool().query(
      'UPDATE nudge_inbox_notifications SET claimed_until = now() WHERE customer_id = $1',
      [customer],
    );
    expect(await press(instance, customer, 'reject')).toMatchObject([202, { action: 'primary' }]);
    expect(reject).not.toHaveBeenCalled();
    for (const button of ['approve', 'reject', 'approve'])
      expect(await press(instance, customer, button)).toMatchObject([200, { text: 'Approved' }]);
    expect(keys).toEqual([line!.replace('called with ', '')]);
  });

  it('between outcome and publication has given the answer, which no page can change', async () => {
    const run = vi.fn<InboxActionFunction>();
    const instance = createInstance({ approve: run, reject: run });
    const customer = newCustomer();
    await instance.deliver(customer, { id: 'a' });
    await killedPress('between outcome and publication', customer, 'outcome stored');
    const answer = { action: 'primary', text: 'Approved' };
    expect((await listOf(instance, {}, customer)).references).toMatchObject([{ answer, isRead: true }]);
    for (const button of ['reject', 'approve'])
      expect(await press(instance, customer, button)).toMatchObject([200, answer]);
    expect(run).not.toHaveBeenCalled();
  });
});

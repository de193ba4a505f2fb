import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createInboxBackend, memoryStore, type InboxBackend } from '../../src/backend.js';
import { listOf, post } from '../backend/requests.js';
import { blockWith } from './markdown.js';

describe('The answers of the documentation', () => {
  it('are what the functions of the host return', async () => {
    const printed = blockWith('drop-in-backend.md', 'run on-action.ts');
    const { code } = await transform(printed, { loader: 'ts', format: 'cjs' });
    const keys: string[] = [];
    const orders = {
      approve: (_customerId: string, id: string, key: string) => {
        keys.push(key);
        return Promise.resolve(id === 'a');
      },
    };
    const module = { exports: {} as { backend: InboxBackend } };
    const require = () => ({ createInboxBackend, memoryStore });
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation is the code under test
    const run = new Function('module', 'require', 'findCustomer', 'orders', code) as (
      ...values: unknown[]
    ) => void;
    run(module, require, () => 'anna', orders);
    const { backend } = module.exports;
    await backend.deliver('anna', [
      { id: 'a', createdDate: '2026-11-20' },
      { id: 'b', createdDate: '2026-11-19' },
    ]);
    for (const id of ['a', 'a', 'b'])
      await backend.fetch(post('/answer', { id, action: 'primary', onclickAction: 'approve' }));
    const { answers, references } = await listOf(backend);
    expect(answers).toEqual(['approve']);
    expect(references).toMatchObject([
      { answer: { action: 'primary', text: 'Approved' } },
      { answer: { action: 'primary', text: 'Came too late' } },
    ]);
    expect(new Set(keys).size).toBe(2);
    expect(keys).toHaveLength(2);
  });
});

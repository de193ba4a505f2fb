import { describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from '../api/golden-table.js';
import { readmeSection } from './readme.js';

const table = [...readmeSection('API core').matchAll(/^\| +(\d+) \| `(\w+)\.(\w+)` +\| `([^`]+)`/gm)].map(
  ([, number, resource, method, request]) => [`#${number}`, resource!, method!, request!] as const,
);

describe('The operations table of the README', () => {
  it('lists all operations of the contract in its order', () => {
    expect(table.map(([number]) => number)).toEqual(Object.keys(rows));
  });

  it.each(table)('lists operation %s as %s.%s', async (number, resource, method, request) => {
    const options = {
      baseUrl: 'https://api.test/v1/service',
      fetch: () => Promise.reject(new Error()),
      retries: 0,
    };
    const server = new ServerClient({ ...options, clientKey: 'k', clientSecret: 's' });
    const customer = new CustomerClient({ ...options, getToken: () => 't' });
    const owner: unknown = Object.assign({}, server, customer)[resource as 'jobs'];
    const called = vi.spyOn(owner as Record<string, () => unknown>, method);
    // The errors of an operation contain its name.
    await expect(rows[number]!.call(server, customer)).rejects.toMatchObject({ operation: request });
    expect(called).toHaveBeenCalledOnce();
  });
});

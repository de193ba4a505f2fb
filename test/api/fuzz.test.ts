import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { NudgeError } from '../../src/api/errors.js';
import { ResponseError } from '../../src/api/response-error.js';
import { Page } from '../../src/api/page.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from './golden-table.js';

let respond: () => Response = () => Response.error();
const fakeFetch = vi.fn<typeof fetch>(() => Promise.resolve(respond()));
const options = { baseUrl: 'https://api.test/v1/service', fetch: fakeFetch };
const server = new ServerClient({ ...options, clientKey: 'key-7f3a', clientSecret: 'secret-91bc' });

beforeEach(() => {
  // Full jitter becomes no delay.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.restoreAllMocks());

const operations = Object.values(rows);
const operation = fc.constantFrom(...operations);
const status = fc.oneof(
  fc.constant(200),
  fc.constantFrom(200, 201, 206, 299, 400, 401, 403, 404, 408, 429, 500, 503, 599),
);
const json = fc.jsonValue({ maxDepth: 4 });

/** The result of a call, or its error if that is a NudgeError; any other error is thrown. */
async function outcome(
  row: (typeof operations)[number],
  body: BodyInit | null,
  status = 200,
): Promise<unknown> {
  respond = () => new Response(body, { status });
  try {
    // A new client each time, because a rejected token is not sent again.
    const customer = new CustomerClient({ ...options, getToken: () => 'token-5d2e' });
    const result = await row.call(server, customer);
    // A fuzzed page may say that there are more. The next one is the same, which ends the iteration.
    if (result instanceof Page)
      for await (const item of result as Page<object>) expect(item).toBeTypeOf('object');
    return result;
  } catch (error) {
    if (!(error instanceof NudgeError)) throw error;
    return error;
  }
}

describe('A response', () => {
  it('of any bytes, any JSON or any envelope leads to a result or a NudgeError', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content));
    const envelope = fc.record(
      {
        status: fc.oneof(fc.constant('success'), fc.constant('error'), json),
        message: json,
        data: fc.oneof(json, fc.array(json, { maxLength: 4 }), fc.dictionary(fc.string(), json)),
        metaData: fc.oneof(
          json,
          fc.record({ page: json, hasMore: fc.oneof(fc.constant(true), json), pageSize: json, count: json }),
        ),
        error: json,
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      bytes,
      fc.string({ unit: 'binary', maxLength: 200 }),
      ...[json, envelope].map((value) => value.map((parsed: unknown) => JSON.stringify(parsed))),
    );
    await fc.assert(
      fc.asyncProperty(operation, body, status, async (row, body, status) => {
        expect(await outcome(row, body, status)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  it('with any change to valid data leads to a result or a ResponseError', async () => {
    const changed = fc.tuple(operation, fc.nat(), json);
    await fc.assert(
      fc.asyncProperty(changed, async ([row, place, value]) => {
        // The reviver counts the values of the JSON text, and then replaces one of them.
        let valueCount = 0;
        JSON.parse(JSON.stringify(row.data), () => (valueCount += 1));
        let index = 0;
        const data: unknown = JSON.parse(JSON.stringify(row.data), (_, old: unknown) =>
          index++ === place % valueCount ? value : old,
        );
        const result = await outcome(
          row,
          JSON.stringify({ status: 'success', data, metaData: row.metaData }),
        );
        if (result instanceof Error) expect(result).toBeInstanceOf(ResponseError);
      }),
      { numRuns: 200 },
    );
  });

  it('appears in no error, and neither do the credentials', async () => {
    const word = fc.stringMatching(/^Anna[a-z0-9]{4,8}$/);
    const text = fc.oneof(
      fc.tuple(word, fc.string()).map(([word, rest]) => word + rest),
      fc.tuple(word, json).map(([word, value]) => JSON.stringify({ [word]: value, name: word })),
      fc.tuple(word, word).map(([tag, word]) => `<html><${tag} title="${word}">${word}</${tag}></html>`),
      word.map((word) => JSON.stringify({ status: 'error', message: word, error: { [word]: word } })),
      word.map((word) => JSON.stringify({ status: 'success', data: word, [word]: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(operation, text, status, async (row, text, status) => {
        const error = await outcome(row, text, status);
        expect(error).toBeInstanceOf(NudgeError);
        const printed = [
          inspect(error, { depth: 9, showHidden: true }),
          JSON.stringify(error),
          String(error),
        ].join();
        expect(printed).not.toMatch(/Anna|7f3a|91bc|5d2e/);
      }),
      { numRuns: 150 },
    );
  });
});

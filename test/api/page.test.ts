import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Page } from '../../src/api/page.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import {
  failure,
  type RecordingServer,
  type Reply,
  startRecordingServer,
  success,
} from './recording-server.js';

let server: RecordingServer;
let client: ServerClient;

beforeAll(async () => {
  server = await startRecordingServer();
  client = new ServerClient({ baseUrl: server.baseUrl, clientKey: 'k', clientSecret: 's' });
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const items = (...ids: string[]) => ids.map((id) => ({ id }));
const page = (number: number | null, hasMore: boolean | null, ...ids: string[]): Reply =>
  success(items(...ids), { page: number, hasMore, pageSize: 2, count: 5 });
const list = (options?: { signal: AbortSignal }) =>
  client.projects.listMembers({ projectId: 'p' }, { search: 'x', size: 2 }, options);
const collect = async (list: AsyncIterable<{ id: string }>) => {
  const ids = [];
  for await (const { id } of list) ids.push(id);
  return ids;
};
const asked = () => server.requests.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('page'));

describe('a page', () => {
  it('goes on through the next ones, with the same query', async () => {
    server.reply(page(1, true, 'a', 'b'), page(2, true, 'c', 'd'), page(3, false, 'e'));
    expect(await collect(await list())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual([
      'search=x&page=1&size=2',
      'search=x&page=2&size=2',
      'search=x&page=3&size=2',
    ]);
  });

  it('goes on from the page that was asked for', async () => {
    server.reply(page(7, true, 'a'), page(8, false, 'b'));
    await collect(await client.projects.listMembers({ projectId: 'p' }, { page: '007' }));
    expect(asked()).toEqual(['007', '8']);
  });

  it('asks for nothing before it is due', async () => {
    server.reply(page(1, true, 'a', 'b'), page(2, false, 'c'));
    for await (const { id } of await list()) if (id === 'b') break;
    expect(asked()).toEqual(['1']);
  });

  it('gives the next one by itself', async () => {
    server.reply(page(1, true, 'a'), page(2, false, 'b'));
    const first = await list();
    const second = await first.nextPage();
    expect(second).toMatchObject({ items: items('b'), page: 2, hasMore: false });
    expect(await second?.nextPage()).toBeNull();
    expect(asked()).toEqual(['1', '2']);
  });

  it.each<[string, Reply[], string[], string[]]>([
    ['an empty page', [page(1, true, 'a'), page(2, true)], ['a'], ['1', '2']],
    ['an empty first page', [page(1, true)], [], ['1']],
    ['the same page again', [page(1, true, 'a'), page(1, true, 'b')], ['a'], ['1', '2']],
    ['a page before', [page(3, true, 'a'), page(2, true, 'b')], ['a'], ['1', '2']],
    ['the same items again', [page(1, true, 'a'), page(2, true, 'a')], ['a'], ['1', '2']],
    ['the same items without a number', [page(null, true, 'a')], ['a'], ['1', '2']],
    ['a page that does not say whether there are more', [page(1, null, 'a')], ['a'], ['1']],
    ['no metadata', [success(items('a'))], ['a'], ['1']],
    ['metadata of another kind', [success(items('a'), 'more')], ['a'], ['1']],
    ['metadata of wrong types', [success(items('a'), { page: '1', hasMore: 'true' })], ['a'], ['1']],
    ['no metadata on the next page', [page(1, true, 'a'), success(items('b'))], ['a', 'b'], ['1', '2']],
    [
      'only bad items',
      [page(1, true, 'a'), success([null, 7, {}], { page: 2, hasMore: true })],
      ['a'],
      ['1', '2'],
    ],
  ])('ends at %s', async (_, replies, ids, pages) => {
    server.reply(...replies);
    expect(await collect(await list())).toEqual(ids);
    expect(asked()).toEqual(pages);
  });

  it('ends where numbers end', async () => {
    server.reply(page(null, true, 'a'));
    await collect(await client.projects.listMembers({ projectId: 'p' }, { page: '9007199254740991' }));
    expect(server.requests).toHaveLength(1);
  });

  it('stops at once on abort, between items and between pages', async () => {
    for (const last of ['a', 'b']) {
      server.requests.length = 0;
      server.reply(page(1, true, 'a', 'b'), page(2, false, 'c'));
      const controller = new AbortController();
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { id } of await list({ signal: controller.signal })) {
          seen.push(id);
          if (id === last) controller.abort('enough');
        }
      })();
      await expect(reading).rejects.toBe('enough');
      expect(seen.at(-1)).toBe(last);
      expect(asked()).toEqual(['1']);
    }
  });

  it('throws what the next page throws', async () => {
    server.reply(page(1, true, 'a'), failure(403));
    await expect(collect(await list())).rejects.toMatchObject({ name: 'AuthenticationError', status: 403 });
  });

  it('of an operation that takes no page gives its own items and no more', async () => {
    server.reply(page(1, true, 'a', 'b'));
    expect(await collect(await client.customerPools.list({ projectId: 'p' }))).toEqual(['a', 'b']);
    server.reply(success([{ serviceId: 'x' }], { page: 1, hasMore: true, pageSize: 1, count: 2 }));
    const services = await client.projects.listServices({ projectId: 'p' });
    expect(await services.nextPage()).toBeNull();
    expect(server.requests).toHaveLength(2);
  });

  it('shows its items and numbers when it is printed, and not how it goes on', async () => {
    server.reply(page(1, true, 'a'));
    expect(Object.keys(JSON.parse(JSON.stringify(await list())) as object)).toEqual([
      'items',
      'page',
      'hasMore',
      'pageSize',
      'count',
    ]);
    expect(new Page([], null)).toMatchObject({
      items: [],
      page: null,
      hasMore: null,
      pageSize: null,
      count: null,
    });
  });
});

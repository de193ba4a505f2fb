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
const requestedPages = () =>
  server.requests.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('page'));

describe('A page', () => {
  it('continues with the following pages and the same query', async () => {
    server.reply(page(1, true, 'a', 'b'), page(2, true, 'c', 'd'), page(3, false, 'e'));
    expect(await collect(await list())).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual([
      'search=x&page=1&size=2',
      'search=x&page=2&size=2',
      'search=x&page=3&size=2',
    ]);
  });

  it('continues after the requested page number', async () => {
    server.reply(page(7, true, 'a'), page(8, false, 'b'));
    await collect(await client.projects.listMembers({ projectId: 'p' }, { page: '007' }));
    expect(requestedPages()).toEqual(['007', '8']);
  });

  it('requests the next page only when the iteration reaches it', async () => {
    server.reply(page(1, true, 'a', 'b'), page(2, false, 'c'));
    for await (const { id } of await list()) if (id === 'b') break;
    expect(requestedPages()).toEqual(['1']);
  });

  it('loads the next page through nextPage()', async () => {
    server.reply(page(1, true, 'a'), page(2, false, 'b'));
    const first = await list();
    const second = await first.nextPage();
    expect(second).toMatchObject({ items: items('b'), page: 2, hasMore: false });
    expect(await second?.nextPage()).toBeNull();
    expect(requestedPages()).toEqual(['1', '2']);
  });

  it.each<[string, Reply[], string[], string[]]>([
    ['an empty page', [page(1, true, 'a'), page(2, true)], ['a'], ['1', '2']],
    ['the same page again', [page(1, true, 'a'), page(1, true, 'b')], ['a'], ['1', '2']],
    ['an earlier page', [page(3, true, 'a'), page(2, true, 'b')], ['a'], ['1', '2']],
    ['the same items again', [page(1, true, 'a'), page(2, true, 'a')], ['a'], ['1', '2']],
    ['the same items without a page number', [page(null, true, 'a')], ['a'], ['1', '2']],
    ['a page without hasMore', [page(1, null, 'a')], ['a'], ['1']],
    ['a page without metadata', [success(items('a'))], ['a'], ['1']],
    [
      'a page with metadata of wrong types',
      [success(items('a'), { page: '1', hasMore: 'true' })],
      ['a'],
      ['1'],
    ],
    ['a next page without metadata', [page(1, true, 'a'), success(items('b'))], ['a', 'b'], ['1', '2']],
    [
      'a page with only invalid items',
      [page(1, true, 'a'), success([null, 7, {}], { page: 2, hasMore: true })],
      ['a'],
      ['1', '2'],
    ],
  ])('ends its iteration at %s', async (_, replies, ids, pages) => {
    server.reply(...replies);
    expect(await collect(await list())).toEqual(ids);
    expect(requestedPages()).toEqual(pages);
  });

  it('ends its iteration at the largest safe integer', async () => {
    server.reply(page(null, true, 'a'));
    await collect(await client.projects.listMembers({ projectId: 'p' }, { page: '9007199254740991' }));
    expect(server.requests).toHaveLength(1);
  });

  it('stops immediately on abort, between items and between pages', async () => {
    for (const last of ['a', 'b']) {
      server.requests.length = 0;
      server.reply(page(1, true, 'a', 'b'), page(2, false, 'c'));
      const controller = new AbortController();
      const seen: string[] = [];
      const iteration = (async () => {
        for await (const { id } of await list({ signal: controller.signal })) {
          seen.push(id);
          if (id === last) controller.abort('enough');
        }
      })();
      await expect(iteration).rejects.toBe('enough');
      expect(seen.at(-1)).toBe(last);
      expect(requestedPages()).toEqual(['1']);
    }
  });

  it('throws the error of the next page', async () => {
    server.reply(page(1, true, 'a'), failure(403));
    await expect(collect(await list())).rejects.toMatchObject({ name: 'AuthenticationError', status: 403 });
  });

  it('contains only its own items if the operation takes no page', async () => {
    server.reply(page(1, true, 'a', 'b'));
    expect(await collect(await client.customerPools.list({ projectId: 'p' }))).toEqual(['a', 'b']);
    server.reply(success([{ serviceId: 'x' }], { page: 1, hasMore: true, pageSize: 1, count: 2 }));
    const services = await client.projects.listServices({ projectId: 'p' });
    expect(await services.nextPage()).toBeNull();
    expect(server.requests).toHaveLength(2);
  });

  it('prints its items and metadata, but not how it loads the next page', async () => {
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../src/api/errors.js';
import type * as requestCode from '../../../src/inbox/request-code.js';
import {
  flushPromises,
  FakeSource,
  makeReferences,
  recordEvents,
  setUpStore,
  tearDown,
  unauthorizedError,
} from '../fakes.js';

/** The code of the requests, which loads when the test says so. */
const code = vi.hoisted(() => ({
  loadCount: 0,
  load: (): Promise<typeof requestCode> => import('../../../src/inbox/request-code.js'),
}));

vi.mock('../../../src/inbox/load-request-code.js', () => ({ loadRequestCode: () => code.load() }));

let setup: ReturnType<typeof setUpStore>;
let arrive: () => Promise<void>;
let fail: () => Promise<void>;

beforeEach(async () => {
  const module = await import('../../../src/inbox/request-code.js');
  setup = setUpStore();
  code.loadCount = 0;
  code.load = () => {
    code.loadCount += 1;
    return new Promise((resolve, reject) => {
      arrive = () => {
        resolve(module);
        return flushPromises();
      };
      fail = () => {
        reject(new ConnectionError('not loaded'));
        return flushPromises();
      };
    });
  };
});
afterEach(tearDown);

/** A source that saves read state and lists these ids, whose read state it knows. */
function makeSource(ids: string[]): FakeSource & { saved: [string[], boolean][] } {
  const saved: [string[], boolean][] = [];
  const setRead = (readIds: string[], isRead: boolean): Promise<void> => {
    saved.push([readIds, isRead]);
    return Promise.resolve();
  };
  const source = Object.assign(new FakeSource(), { saved, setRead });
  source.pages = [{ references: makeReferences(ids, false) }];
  return source;
}

describe('The code of the requests', () => {
  it('requests nothing that was removed while it loaded', async () => {
    const store = setup.makeStore({ ids: ['a', 'b'] });
    store.subscribe(() => undefined);
    store.setHostIds(['b']);
    await arrive();
    expect(setup.service.requests).toEqual(['b']);
  });

  it('requests nothing for a store that was closed meanwhile', async () => {
    const store = setup.makeStore({ ids: ['a'] });
    store.subscribe(() => undefined);
    const loading = store.load('x');
    store.close();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    await arrive();
    expect(setup.service.requests).toEqual([]);
  });

  it('reports once that it did not load, and loads again on a refresh', async () => {
    const store = setup.makeStore({ ids: ['a'] });
    const recorder = recordEvents(store);
    const loading = store.load('a');
    void loading.catch(() => undefined);
    await fail();
    await expect(loading).rejects.toBeInstanceOf(ConnectionError);
    expect([store.state.problem, recorder.events.length]).toEqual(['unreachable', 1]);
    store.add(['b']);
    expect(code.loadCount).toBe(1);
    void store.refresh();
    await arrive();
    expect([store.state.problem, setup.service.requests]).toEqual([null, ['b', 'a']]);
  });

  it('neither loads nor reports again when the list is rendered, and reports no quiet retry that fails', async () => {
    const store = setup.makeStore({ ids: ['a'] });
    const recorder = recordEvents(store);
    store.setVisible(['a']);
    await fail();
    store.setVisible(['a']);
    store.setVisible([]);
    expect(code.loadCount).toBe(1);
    void store.refresh({ isQuiet: true });
    expect(code.loadCount).toBe(2);
    await fail();
    expect(recorder.events.filter(({ type }) => type === 'error')).toHaveLength(1);
  });

  it('loads to save a read state, and saves only the latest change of each notification', async () => {
    const source = makeSource(['a', 'b']);
    const store = setup.makeStore({ source });
    store.subscribe(() => undefined);
    await flushPromises();
    store.markRead(['a', 'b']);
    store.markUnread(['b']);
    await arrive();
    expect(source.saved).toEqual([
      [['a'], true],
      [['b'], false],
    ]);
  });

  it('restores what the host has if the host saves none of the changes', async () => {
    const source = makeSource(['a']);
    const setRead = (): Promise<void> => Promise.reject(new Error('not saved'));
    const store = setup.makeStore({ source: Object.assign(source, { setRead }) });
    store.subscribe(() => undefined);
    await flushPromises();
    store.markRead(['a']);
    store.markUnread(['a']);
    store.markRead(['a']);
    await arrive();
    expect(store.get('a').isRead).toBe(false);
  });

  it('saves nothing of a customer who is gone', async () => {
    const source = makeSource(['a']);
    const store = setup.makeStore({ source });
    store.subscribe(() => undefined);
    await flushPromises();
    store.markRead(['a']);
    store.reset(unauthorizedError());
    expect(store.state.problem).toBe('unauthenticated');
    await arrive();
    expect([source.saved, setup.service.requests]).toEqual([[], []]);
  });
});

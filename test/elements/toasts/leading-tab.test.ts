import { expect } from '@open-wc/testing';
import { stubProperty, waitUntil } from '../support.js';
import {
  addToasts,
  arrive,
  renderToasts,
  setHidden,
  waitForNoToasts,
  waitForToasts,
} from './toasts-support.js';

interface Request {
  options: LockOptions;
  /** Grants the lock; resolves when it is given back. */
  grant: () => Promise<void>;
  /** Lets another tab take the lock over. */
  steal: () => void;
}

/** Stands in for the locks of the site, which other tabs would hold. `held`: the names of those that one holds. */
function installLocks(held: string[] = []): Request[] {
  const requests: Request[] = [];
  stubProperty(navigator, 'locks', {
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    request: (_name: string, options: LockOptions, callback: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        requests.push({
          options,
          grant: () => callback().then(resolve),
          steal: () => reject(new DOMException('', 'AbortError')),
        });
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  } as unknown as LockManager);
  return requests;
}

const setFocused = (isFocused: boolean): void => stubProperty(document, 'hasFocus', () => isFocused);

describe('Of several tabs', () => {
  it('the one without the lock shows no toasts', async () => {
    installLocks();
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
  });

  it('the one with the lock shows toasts', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    void requests[0]!.grant();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
  });

  it('each one shows toasts where the locks are refused, as in a sandboxed frame', async () => {
    let requestCount = 0;
    const refuse = (): Promise<never> => {
      requestCount += 1;
      return Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'));
    };
    stubProperty(navigator, 'locks', { query: refuse, request: refuse });
    const page = await renderToasts();
    arrive(page, 'News');
    await waitForToasts(page.toasts, 'News');
    expect(requestCount).to.equal(2);
  });

  it('a tab with the focus takes the lock over, and others wait for it', async () => {
    const requests = installLocks();
    setFocused(false);
    await renderToasts();
    expect(requests.map(({ options }) => options.steal === true)).to.deep.equal([false]);
    setFocused(true);
    window.dispatchEvent(new Event('focus'));
    await waitUntil(() => requests.length === 2);
    expect(requests.map(({ options }) => options.steal === true)).to.deep.equal([false, true]);
    expect(requests[0]!.options.signal!.aborted).to.be.true;
  });

  it('a tab whose lock was taken over shows nothing more, and waits for the lock', async () => {
    const requests = installLocks();
    setFocused(true);
    const page = await renderToasts();
    void requests[0]!.grant();
    setFocused(false);
    requests[0]!.steal();
    await Promise.resolve();
    arrive(page, 'News');
    await waitForNoToasts(page.toasts);
    expect(requests.map(({ options }) => options.steal === true)).to.deep.equal([true, false]);
  });

  it('a tab that is hidden gives the lock back, and requests it on its return', async () => {
    const requests = installLocks();
    await renderToasts();
    let isBack = false;
    void requests[0]!.grant().then(() => (isBack = true));
    setHidden(true);
    await Promise.resolve();
    await Promise.resolve();
    expect(isBack).to.be.true;
    setHidden(false);
    await waitUntil(() => requests.length === 2);
  });

  it('a tab that gets the lock later shows nothing that was dated before', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    setHidden(true);
    setHidden(false);
    await waitUntil(() => requests.length === 2);
    void requests[1]!.grant();
    arrive(page, {
      createdDate: new Date(Date.now() - 30_000).toISOString(),
      payload: { title: 'Elsewhere' },
    });
    await waitForNoToasts(page.toasts);
    // Other clocks may be slow: what comes later is new all the same.
    const { now } = Date;
    stubProperty(Date, 'now', () => now() + 15_000);
    arrive(page, { createdDate: new Date(now() - 30_000).toISOString(), payload: { title: 'New' } });
    await waitForToasts(page.toasts, 'New');
  });

  for (const [name, held, isShown] of [
    ['shows what was dated before if no other tab has led', [], true],
    ['shows nothing that was dated before if another tab has led', ['nudge-inbox toasts'], false],
  ] as const)
    it(`a new tab ${name}`, async () => {
      const requests = installLocks([...held]);
      const page = await renderToasts();
      await waitUntil(() => requests.length === 1);
      void requests[0]!.grant();
      arrive(page, {
        createdDate: new Date(Date.now() - 30_000).toISOString(),
        payload: { title: 'Earlier' },
      });
      if (isShown) await waitForToasts(page.toasts, 'Earlier');
      else await waitForNoToasts(page.toasts);
    });

  it('several elements of a tab hold one lock, until the last one is removed', async () => {
    const requests = installLocks();
    const page = await renderToasts();
    const second = await addToasts(page.session);
    expect(requests).to.have.length(1);
    let isBack = false;
    void requests[0]!.grant().then(() => (isBack = true));
    page.toasts.remove();
    await Promise.resolve();
    expect(isBack).to.be.false;
    second.remove();
    await Promise.resolve();
    await Promise.resolve();
    expect(isBack).to.be.true;
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxBackend } from '../../src/backend.js';
import { addressesOf } from '../../src/check/check-backend.js';
import type { Finding, Report } from '../../src/check/report.js';
import { createDropIn, editJson, pathOf, runCheck, type Fault } from './drop-in.js';
import { arrivalFaults, faults, optional } from './faults.js';

let backend: InboxBackend;
beforeEach(() => {
  // The backend reports the foreign origin that the check sends.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  backend.close();
  vi.restoreAllMocks();
});

const rulesOf = ({ findings }: Report, severity: Finding['severity']): string[] =>
  findings.filter((finding) => finding.severity === severity).map(({ rule }) => rule);

/** What the check has to restore. */
async function statesOf(): Promise<unknown[]> {
  const page = await backend.firstPage('anna');
  if (!page) throw new Error('There is no list.');
  return page.references.map(({ id, isRead, isDismissed, snoozedUntil }) => [
    id,
    isRead,
    isDismissed,
    snoozedUntil,
  ]);
}

describe('The check of the backend that drops in', () => {
  it('finds nothing wrong, and restores what it has changed', async () => {
    backend = await createDropIn();
    const before = await statesOf();
    const report = await runCheck(backend, { deliver: () => backend.deliver('anna', { id: 'n4' }) });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(report.isPassed).toBe(true);
    expect(rulesOf(report, 'ok')).toHaveLength(67);
    expect(await statesOf()).toEqual(before);
    // Each rule has a wrong backend below that it names, or a test of its own.
    const planted = [...faults, ...arrivalFaults, ...optional].flatMap(([, rules]) => rules);
    const others = ['list', 'restored', 'delivery-event', 'delivery-list'];
    expect(rulesOf(report, 'ok').filter((rule) => ![...planted, ...others].includes(rule))).toEqual([]);
  });

  it('names what it cannot restore', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, {
      fault: async (request, next) => {
        if (pathOf(request) === '/read') await backend.markRead('anna', ['n3']);
        return next(request);
      },
    });
    expect(rulesOf(report, 'wrong')).toContain('restored');
  });

  it('takes an arrival meanwhile for no change of its own', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, {
      fault: async (request, next) => {
        if (pathOf(request) === '/preferences') await backend.deliver('anna', { id: 'n4' });
        return next(request);
      },
    });
    expect(rulesOf(report, 'wrong')).toEqual([]);
  });

  it.each([
    [404, 'basePath'],
    [503, 'log'],
  ])('says where to look if the list has the status %i', async (status, hint) => {
    backend = await createDropIn();
    const fault: Fault = () => Promise.resolve(new Response(null, { status }));
    const [finding] = (await runCheck(backend, { fault })).findings;
    expect(finding).toMatchObject({ rule: 'list', severity: 'wrong' });
    expect(finding?.message).toContain(hint);
  });

  it('names what is left out, and that the elements get on without it', async () => {
    backend = await createDropIn({ hasToken: false, allowRemoval: false });
    const report = await runCheck(backend, { deliver: () => backend.deliver('anna', { id: 'n4' }) });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    // There is no heartbeat within the time of this test.
    expect(rulesOf(report, 'missing')).toEqual(['token', 'removed', 'heartbeat']);
  });

  it('says what it cannot check', async () => {
    backend = await createDropIn({ authenticate: () => 'anna' });
    await backend.remove('anna', ['n1', 'n2', 'n3']);
    const report = await runCheck(backend, { headers: {} });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'note')).toEqual([
      'signed-out',
      'paging',
      'record',
      'read-stored',
      'dismissed-stored',
      'snoozed-stored',
      'read-until',
      'delivery',
    ]);
  });

  it.each(optional)('says what the elements do with %s', async (_, rules, fault) => {
    backend = await createDropIn();
    const report = await runCheck(backend, { fault });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    // There is no heartbeat within the time of this test.
    expect(rulesOf(report, 'missing').filter((rule) => rule !== 'heartbeat')).toEqual(rules);
  });

  it('checks what a page of another origin needs', async () => {
    const origin = 'https://shop.example';
    backend = await createDropIn();
    expect(rulesOf(await runCheck(backend, { origin }), 'wrong')).toEqual(['cors']);
    backend.close();
    backend = await createDropIn({ allowedOrigins: [origin] });
    const report = await runCheck(backend, { origin });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'ok')).toContain('cors-retry-after');
  });

  it.each([
    ['Vary', 200, ['cors'], []],
    ['Access-Control-Allow-Origin', 400, ['cors'], []],
    ['Access-Control-Expose-Headers', 200, [], ['cors-retry-after']],
  ])(
    'names what another origin needs, and is not there: %s of a response %i',
    async (name, status, wrong, missing) => {
      const origin = 'https://shop.example';
      backend = await createDropIn({ allowedOrigins: [origin] });
      const fault: Fault = async (request, next) => {
        const response = await next(request);
        if (response.status === status) response.headers.delete(name);
        return response;
      };
      const report = await runCheck(backend, { origin, fault });
      expect(rulesOf(report, 'wrong')).toEqual(wrong);
      expect(rulesOf(report, 'missing').filter((rule) => rule !== 'heartbeat')).toEqual(missing);
    },
  );

  it('checks the addresses of attributes, too, where nothing saves what is read', async () => {
    backend = await createDropIn();
    const { list, events, token } = addressesOf('http://localhost/inbox');
    const addresses = { ...(list && { list }), ...(events && { events }), ...(token && { token }) };
    expect(rulesOf(await runCheck(backend, { addresses }), 'wrong')).toEqual(['read-not-saved']);
  });
});

describe('The check of a wrong backend', () => {
  it.each(faults)('names %s, and nothing else', async (_, rules, fault) => {
    backend = await createDropIn();
    const before = await statesOf();
    expect(rulesOf(await runCheck(backend, { fault }), 'wrong')).toEqual(rules);
    expect(await statesOf()).toEqual(before);
  });

  it.each(arrivalFaults)('names %s, and nothing else, with an arrival', async (_, rules, fault) => {
    backend = await createDropIn();
    const deliver = () => backend.deliver('anna', { id: 'n4' });
    expect(rulesOf(await runCheck(backend, { fault, deliver }), 'wrong')).toEqual(rules);
  });

  it('names an arrival that does not come, and one that is not on the list', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { deliver: () => Promise.resolve() });
    expect(rulesOf(report, 'wrong')).toEqual(['delivery-event', 'delivery-list']);
  });

  it('names a backend that is not there', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
    expect(rulesOf(report, 'wrong')).toEqual(['no-response']);
  });

  it('names a customer who is not signed in', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { headers: {} });
    expect(report.findings).toMatchObject([
      { rule: 'list', message: expect.stringContaining('--header') as string },
    ]);
  });
});

describe('The check of buttons that the backend handles', () => {
  const buttons = { primary: { name: 'Approve', onclickAction: 'approve' } };
  const deliver = (): Promise<unknown> =>
    backend.deliver('anna', { id: 'n4', title: 'Approve?', actionButtons: buttons });

  it('presses one of an arrival', async () => {
    const approve = vi.fn(() => 'Approved');
    backend = await createDropIn({ onAction: { approve } });
    const report = await runCheck(backend, { deliver });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(approve).toHaveBeenCalledTimes(1);
  });

  it('waits for what comes of a press that takes long', async () => {
    let finish = (): void => undefined;
    const approve = async (): Promise<string> => {
      await new Promise<void>((resolve) => (finish = resolve));
      return 'Approved';
    };
    backend = await createDropIn({ onAction: { approve }, timeoutMs: 1000 });
    const fault: Fault = async (request, next) => {
      const response = await next(request);
      if (response.status === 202) finish();
      return response;
    };
    const report = await runCheck(backend, { deliver, fault });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'ok')).toContain('answer-outcome');
  });

  it('names a press of which nothing comes', async () => {
    const approve = (): Promise<string> => new Promise(() => undefined);
    backend = await createDropIn({ onAction: { approve }, timeoutMs: 1000 });
    expect(rulesOf(await runCheck(backend, { deliver, answerMs: 1 }), 'wrong')).toEqual(['answer-outcome']);
  });

  it('names a button that the list says is handled, and is not', async () => {
    backend = await createDropIn({ onAction: { approve: () => 'Approved' } });
    const fault: Fault = async (request, next) =>
      pathOf(request) === '/answer' && (await request.clone().text()).includes('"approve"')
        ? new Response('{"error":"unknown-action"}', {
            status: 404,
            headers: { 'Content-Type': 'application/json' },
          })
        : next(request);
    const report = await runCheck(backend, { deliver, fault });
    expect(rulesOf(report, 'wrong')).toEqual(['answer', 'answer-stored']);
    expect(report.findings.find(({ rule }) => rule === 'answer')?.message).toContain('“approve”');
  });

  it('takes it that a press may fail', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    backend = await createDropIn({
      onAction: { approve: () => Promise.reject<string>(new Error('No connection')) },
      onError: () => undefined,
    });
    const report = await runCheck(backend, { deliver });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'note')).toContain('answer');
  });
});

describe('A list with saves', () => {
  const saves =
    (names: string[]): Fault =>
    async (request, next) => {
      const path = pathOf(request);
      if (['/dismissed', '/snoozed', '/seen', '/answer'].includes(path))
        return new Response(null, { status: 404 });
      return path === '/notifications'
        ? editJson((page) => ({ ...page, saves: names }))(request, next)
        : next(request);
    };

  it('may leave out what the backend does not save', async () => {
    backend = await createDropIn();
    const deliver = () => backend.deliver('anna', { id: 'n4' });
    const report = await runCheck(backend, { fault: saves(['read']), deliver });
    expect(rulesOf(report, 'wrong')).toEqual([]);
    expect(rulesOf(report, 'missing')).toEqual(['dismissed', 'snoozed', 'seen', 'answered', 'heartbeat']);
  });

  it('must not name what the backend does not save', async () => {
    backend = await createDropIn();
    const report = await runCheck(backend, { fault: saves(['read', 'dismissed']) });
    expect(rulesOf(report, 'wrong')).toEqual(['dismissed-offered']);
  });
});

import { BackendClient, NoResponseError, paths, type Addresses } from './backend-client.js';
import { checkCors, checkForgery, checkSignedOut } from './check-access.js';
import { checkDelivery } from './check-arrival.js';
import { UnusableError, isSnoozed, loadList, type CheckContext, type WholeList } from './check-context.js';
import { checkCount } from './check-count.js';
import { checkList, checkPages } from './check-list.js';
import { checkMarks, checkReadRequests } from './check-marks.js';
import { checkPreferences } from './check-preferences.js';
import { checkRecord } from './check-record.js';
import { checkReplay } from './check-replay.js';
import { checkResponses } from './check-responses.js';
import { finishStream, openStream } from './check-stream.js';
import { checkToken } from './check-token.js';
import { Report, type Finding } from './report.js';
import type { Reference } from './shapes.js';

export interface CheckOptions {
  /** Where each request goes. */
  addresses: Addresses;
  /** Those of a signed-in customer, with each request. */
  headers?: Record<string, string>;
  /** Causes an arrival for this customer. */
  deliver?: (() => Promise<unknown>) | undefined;
  /** Another origin whose pages are to use the backend. */
  origin?: string | undefined;
  /** Receives each finding at once. */
  onFinding?: (finding: Finding) => void;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** How long it waits, in milliseconds: for a response, 10,000; for an event, 5,000; for a heartbeat, 20,000; for what came of a press, 30,000. */
  timeoutMs?: number;
  eventMs?: number;
  heartbeatMs?: number;
  answerMs?: number;
}

/** The addresses of a backend that is mounted at the URL. */
export function addressesOf(url: string): Addresses {
  const base = url.replace(/\/+$/, '');
  return Object.fromEntries(Object.entries(paths).map(([endpoint, path]) => [endpoint, `${base}${path}`]));
}

/**
 * Checks a running backend as the elements use it. What it changes, it restores.
 *
 * @returns all findings
 */
export async function checkBackend(options: CheckOptions): Promise<Report> {
  const { addresses, headers = {}, deliver, origin, onFinding = () => undefined } = options;
  const { timeoutMs = 10_000, eventMs = 5000, heartbeatMs = 20_000, answerMs = 30_000 } = options;
  const report = new Report(onFinding);
  const client = new BackendClient({ addresses, headers, fetch: options.fetch ?? fetch, timeoutMs });
  const context: CheckContext = {
    client,
    report,
    times: { eventMs, heartbeatMs, answerMs },
    stream: null,
    customer: undefined,
    saves: undefined,
  };
  try {
    await checkList(context);
    await runAll(context, { deliver, origin });
  } catch (error) {
    if (error instanceof NoResponseError) report.wrong('no-response', 'all', error.message);
    else if (!(error instanceof UnusableError)) throw error;
    else if (report.isPassed) report.wrong('list', 'GET /notifications', error.message);
  } finally {
    context.stream?.close();
  }
  return report;
}

async function runAll(
  context: CheckContext,
  { deliver, origin }: Pick<CheckOptions, 'deliver' | 'origin'>,
): Promise<void> {
  const before = await loadList(context);
  const openedAt = performance.now();
  await openStream(context);
  await checkSignedOut(context);
  await checkForgery(context);
  if (origin !== undefined) await checkCors(context, origin);
  await checkPages(context);
  await checkRecord(context);
  await checkCount(context);
  await checkToken(context);
  await checkMarks(context);
  await checkReadRequests(context);
  await checkPreferences(context);
  checkRestored(context, before, await loadList(context));
  if (deliver) await checkDelivery(context, deliver);
  else if (context.client.has('events'))
    context.report.note(
      'delivery',
      'GET /events',
      'No arrival was caused: pass a command that does with --deliver.',
    );
  await checkReplay(context, before.first.fields.lastEventId);
  await finishStream(context, openedAt);
  checkResponses(context);
}

/** Says what is no longer as it was before. */
function checkRestored({ report }: CheckContext, before: WholeList, after: WholeList): void {
  const stateOf = (reference: Reference): string =>
    JSON.stringify([reference.isRead, reference.isDismissed, isSnoozed(reference)]);
  const former = new Map(before.references.map((reference) => [reference.id, stateOf(reference)]));
  // What has arrived meanwhile was not there before.
  const changed = after.references.filter(
    (reference) => former.has(reference.id) && former.get(reference.id) !== stateOf(reference),
  ).length;
  report.add(
    'restored',
    'GET /notifications',
    changed > 0
      ? [`${changed} notifications are not as they were before, such as because of what is named above.`]
      : [],
    'What was changed is restored.',
  );
}

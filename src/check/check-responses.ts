import { isObject } from '../common/type-guards.js';
import { paths, type Exchange } from './backend-client.js';
import type { CheckContext } from './check-context.js';

/** Whether no cache shows a response to somebody else, or an old one. */
export function isUncached({ headers }: Pick<Exchange, 'headers'>): boolean {
  const control = (headers.get('Cache-Control') ?? '').toLowerCase();
  return /no-store|no-cache/.test(control) && !control.includes('public');
}

/** Checks what goes for every response that was received. */
export function checkResponses({ client, report }: CheckContext): void {
  const { exchanges } = client;
  const mistyped = exchanges.filter((exchange) => isJson(exchange) && !hasJsonType(exchange));
  report.add(
    'content-type',
    'all',
    mistyped.map(
      (exchange) =>
        `The response of ${describe(exchange)} is JSON, and says that it is ${exchange.headers.get('Content-Type') ?? 'nothing'}: a browser that opens it may run what is in it. Send application/json.`,
    ),
    'JSON says that it is JSON.',
  );
  const cached = exchanges.filter(
    (exchange) =>
      exchange.method === 'GET' &&
      exchange.status === 200 &&
      exchange.endpoint !== 'list' &&
      !isUncached(exchange),
  );
  report.add(
    'cache',
    'all',
    cached.map(
      (exchange) =>
        `Cache-Control of ${describe(exchange)} lets a cache show it to another customer, or an old one. Send “no-store”.`,
    ),
    'No cache keeps what is beside the list.',
  );
  const [nameless] = exchanges.filter((exchange) => isRefusal(exchange) && !hasCode(exchange));
  if (nameless)
    report.missing(
      'error-code',
      'all',
      `The status ${nameless.status} of ${describe(nameless)} has no code, such as { "error": "invalid-input" }: the elements go by the status, but nobody sees why.`,
    );
  else report.ok('error-code', 'all', 'What is refused has a code.');
}

const describe = ({ method, endpoint }: Exchange): string => `${method} ${paths[endpoint]}`;

/** The token is no JSON, although it may look like a number. */
const isJson = ({ body, endpoint, status }: Exchange): boolean =>
  body !== undefined && !(endpoint === 'token' && status === 200);

const hasJsonType = ({ headers }: Exchange): boolean =>
  /^application\/json\s*(;|$)/i.test(headers.get('Content-Type') ?? '');

/** Frameworks have pages of their own for what is not there. */
const isRefusal = ({ status, endpoint }: Exchange): boolean =>
  endpoint !== 'events' && [400, 401, 403, 409, 413, 415, 422].includes(status);

const hasCode = ({ body }: Exchange): boolean => isObject(body) && typeof body.error === 'string';

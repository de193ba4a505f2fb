import { parseJson } from '../common/parse-json.js';
import { ApiError, AuthenticationError } from './errors.js';
import { ResponseError } from './response-error.js';
import { parseRetryAfter } from './retry-after.js';
import { looseObject, nullableString, unparsed } from './schemas/lenient.js';

/** What this layer needs of a zod schema. Written out, so that no public type depends on zod. */
export interface Schema<Data> {
  safeParse(value: unknown): SchemaResult<Data>;
}

type SchemaResult<Data> =
  | { data: Data; error?: undefined }
  | { data?: undefined; error: { issues: readonly { path: readonly PropertyKey[] }[] } };

/** The content of a successful response: `data` as the schema parses it, and the envelope's `metaData` unparsed. */
export interface ParsedResponse<Data> {
  data: Data;
  metaData: unknown;
}

/** The envelope of every response. */
const envelopeSchema = looseObject({
  status: nullableString,
  message: nullableString,
  data: unparsed,
  metaData: unparsed,
  error: unparsed,
});

const maxBytes = 5_000_000;

/** Redirects as `fetch` defines them: https://fetch.spec.whatwg.org/#redirect-status */
const redirectStatuses = [301, 302, 303, 307, 308];

/** Whether a request with `redirect: 'manual'` is redirected. Browsers do not say to where. */
export const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || redirectStatuses.includes(status);

/** Cancels the body of a response that nobody reads, which frees its connection. */
export function discardBody({ body }: Response): void {
  void body?.cancel().catch(() => undefined);
}

/**
 * Loads the body of a response as text and cancels it when the signal aborts.
 *
 * @returns the text; null if it exceeds 5 MB, or if the body of an error response breaks off
 */
export async function loadText(response: Response, signal: AbortSignal): Promise<string | null> {
  const reader = response.body?.getReader();
  // Empty, or a page has replaced `fetch` with one by XMLHttpRequest, whose response has no stream.
  if (!reader) return response.text();
  // After a garbage collection an abort of fetch no longer reaches the body: https://github.com/nodejs/node/issues/55428
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  // A byte-order mark is not JSON (RFC 8259, section 8.1), so it is not dropped here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  try {
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) return null;
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // The status of an error response is enough.
    if (response.ok) throw error;
    return null;
  } finally {
    cancel();
  }
}

/**
 * Parses a response. Only HTTP 2xx with an envelope of status `success` is a success.
 *
 * @param text the body; null if it could not be loaded
 * @param operation method and path template, for messages
 * @throws AuthenticationError on 401 and 403, ApiError on any other error, ResponseError if it is not what the service documents
 */
export function parseResponse<Data>(
  { ok, status, headers }: Response,
  text: string | null,
  schema: Schema<Data>,
  operation: string,
): ParsedResponse<Data> {
  const envelope = envelopeSchema.safeParse(parseJson(text ?? '')).data;
  if (!ok || envelope?.status === 'error') {
    const ErrorClass = status === 401 || status === 403 ? AuthenticationError : ApiError;
    const reason = ok
      ? `the response says that there is an error, with HTTP ${status}`
      : `refused with HTTP ${status}`;
    throw new ErrorClass(reason, operation, {
      status,
      serviceMessage: envelope?.message ?? null,
      error: envelope?.error,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
    });
  }
  if (envelope?.status !== 'success') {
    throw new ResponseError('the response is not an envelope of the service', operation, text ?? '');
  }
  const { data, error } = schema.safeParse(envelope.data);
  if (error) {
    const field = ['data', ...(error.issues[0]?.path ?? [])].join('.');
    throw new ResponseError(`${field} of the response is invalid`, operation, text ?? '');
  }
  return { data, metaData: envelope.metaData };
}

import type * as z from 'zod/mini';
import { ApiError, AuthenticationError, ResponseError } from './errors.js';
import { parseRetryAfter } from './retry-after.js';
import { envelopeSchema } from './schemas/envelope.js';

/** What an operation gave: its `data` as its schema reads it, and the envelope's `metaData` as it came. */
export interface Answer<Data> {
  data: Data;
  metaData: unknown;
}

const maximumBytes = 5_000_000;

/** The text of a body; null if it is too long. Cancels the body when the signal aborts. */
export async function loadText(response: Response, signal: AbortSignal): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  // After a garbage collection an abort of fetch no longer reaches the body: https://github.com/nodejs/node/issues/55428
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  // A byte-order mark is kept, and is not JSON then (RFC 8259, section 8.1).
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  try {
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maximumBytes) return null;
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // The status of a refusal says enough.
    if (response.ok) throw error;
    return null;
  } finally {
    cancel();
  }
}

/** The data of an answer. Only HTTP 2xx with an envelope that says `success` is one; all else throws. */
export function parseResponse<Data>(
  { ok, status, headers }: Response,
  text: string | null,
  schema: z.ZodMiniType<Data>,
  operation: string,
): Answer<Data> {
  const envelope = envelopeSchema.safeParse(parseJson(text)).data;
  if (!ok || envelope?.status === 'error') {
    const Refused = status === 401 || status === 403 ? AuthenticationError : ApiError;
    throw new Refused(`refused with HTTP ${status}`, operation, {
      status,
      serviceMessage: envelope?.message ?? null,
      error: envelope?.error,
      retryAfter: parseRetryAfter(headers.get('Retry-After')),
    });
  }
  if (envelope?.status !== 'success') {
    throw new ResponseError('the answer is no envelope of the service', operation, text ?? '');
  }
  const { data, error } = schema.safeParse(envelope.data);
  if (error) {
    const field = ['data', ...(error.issues[0]?.path ?? [])].join('.');
    throw new ResponseError(`${field} of the answer is malformed`, operation, text ?? '');
  }
  return { data, metaData: envelope.metaData };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // Its message would quote the body.
    return null;
  }
}

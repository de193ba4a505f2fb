import * as z from 'zod/mini';
import { isPlausibleTime, parseTime } from '../../common/dates.js';
import { isAnswerText } from '../stores/answer-text.js';
import { isId, maxIds } from '../stores/ids.js';
import { answerActions } from '../stores/inbox-event.js';
import { HttpError } from './http-error.js';

/** How many bytes the body of a request may have, since nested arrays take long to parse. For its ids, a page needs 40,000. */
const maxBodyBytes = 64 * 1024;

const id = z.string().check(z.refine(isId));
/** The length is checked first: to check each of very many items would take long. */
const ids = z.pipe(z.array(z.unknown()).check(z.maxLength(maxIds)), z.array(id));
/** A date as `toISOString()` writes it, so that it can be compared as text. */
const date = z.iso.datetime({ precision: 3 }).check(z.refine((text) => isPlausibleTime(parseTime(text))));
const until = z.optional(date);

const answerText = z.optional(z.string().check(z.refine(isAnswerText)));

/** What the body of a request has. */
export type BodySchema<Input> = z.ZodMiniType<Input>;

/** Whose page has sent it, as far as the page knows. */
const whoseSchema = z.object({ customer: z.nullish(z.string()) });

/** What the body of each `POST` has beside that. */
export const bodySchemas = {
  token: z.object({}),
  /** Nothing marks everything as unread: to undo "mark all as read" means to name what it has marked. */
  read: z
    .object({ ids, isRead: z.boolean(), until })
    .check(z.refine((body) => body.isRead || body.until === undefined)),
  seen: z.object({ ids, until }),
  dismissed: z.object({ ids, isDismissed: z.boolean() }),
  snoozed: z.object({ ids, until: z.nullable(date) }),
  removed: z.object({ ids }),
  /** With a `text`, the page has done what the button is for. Otherwise `label` is stored if the host's function returns nothing. */
  answer: z.object({
    id,
    action: z.enum(answerActions),
    onclickAction: z.nullish(z.string()),
    text: answerText,
    label: answerText,
  }),
  preferences: z.object({ groupId: id, isGroupNotificationOff: z.boolean() }),
};

/**
 * Parses the body of a request.
 *
 * @param findKey finds the key of the signed-in customer
 * @throws HttpError if it is too large, not JSON, of another shape, or of a page whose customer is another one
 */
export async function parseBody<Input>(
  request: Request,
  schema: BodySchema<Input>,
  findKey: () => Promise<string>,
): Promise<Input> {
  // A form of another site cannot send this type without the consent of this one.
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw new HttpError(415, 'not-json');
  loadingRequests.add(request);
  const text = await loadText(request);
  loadingRequests.delete(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError(400, 'invalid-json');
  }
  const { customer } = parse(whoseSchema, value);
  if (typeof customer === 'string' && customer !== (await findKey()))
    throw new HttpError(409, 'other-customer');
  return parse(schema, value);
}

function parse<Input>(schema: BodySchema<Input>, value: unknown): Input {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const isTooLong = error.issues.some(({ code }) => code === 'too_big');
  throw isTooLong ? new HttpError(413, 'too-many-ids') : new HttpError(400, 'invalid-input');
}

/** The requests whose body has not arrived yet. */
const loadingRequests = new WeakSet<Request>();

/** Whether the backend still waits for the body of a request. */
export const isBodyLoading = (request: Request): boolean => loadingRequests.has(request);

async function loadText(request: Request): Promise<string> {
  const tooLarge = new HttpError(413, 'too-large');
  // The length may be missing or wrong.
  if (Number(request.headers.get('Content-Length')) > maxBodyBytes) throw tooLarge;
  const reader = request.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > maxBodyBytes) {
      await reader?.cancel();
      throw tooLarge;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** How many notifications a page has: 1 to 100, by default 25. */
export function parseLimit(value: string | null): number {
  const limit = Number(value ?? 25);
  if (!Number.isInteger(limit) || limit < 1) throw new HttpError(400, 'invalid-limit');
  return Math.min(limit, 100);
}

/**
 * The event after which a stream begins: an `EventSource` that reconnects has received those of the header since it was
 * created with that of the query. One that is invalid is ignored: the page loads its list anyway.
 */
export function parseLastEvent(request: Request, query: URLSearchParams): number | undefined {
  const numbers = [query.get('lastEventId'), request.headers.get('Last-Event-ID')].flatMap((value) =>
    /^\d{1,15}$/.test(value ?? '') ? Number(value) : [],
  );
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

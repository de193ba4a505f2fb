import { isObject } from '../../common/type-guards.js';
import { warnOnce } from '../../common/warn.js';

/** What a host knows of a notification before its record is fetched. All but the id are hints. */
export interface NotificationReference {
  id: string;
  /** ISO 8601. */
  createdDate?: string;
  /** What the host remembers; it wins over what the service says when the record is fetched. */
  isRead?: boolean;
}

export type SourceEvent =
  | { type: 'add'; references: readonly NotificationReference[] }
  | { type: 'remove'; ids: readonly string[] }
  | { type: 'read'; ids: readonly string[]; isRead: boolean };

/** One page of references, newest first. Without `nextCursor` it is the last. */
export interface ReferencePage {
  references: readonly NotificationReference[];
  nextCursor?: string | undefined;
}

/**
 * Where the ids come from: the service has no list of a customer's notifications, so the host's own backend
 * tells them. Each part is optional.
 */
export interface NotificationSource {
  /** A page of references, newest first. It may reject: the inbox says so and offers to try again. */
  load?(page: { cursor?: string; limit: number; signal: AbortSignal }): Promise<ReferencePage>;
  /** Tells what arrives, until the signal aborts. What it returns, if it is a function, ends it; it may reject. */
  subscribe?(
    emit: (event: SourceEvent) => void,
    options: { signal: AbortSignal },
  ): (() => void) | Promise<void> | undefined;
  /** Keeps read state at the host. A rejection rolls the change back. */
  setRead?(ids: string[], isRead: boolean, options: { signal: AbortSignal }): Promise<void>;
}

/** An id or a reference as a host may have given it; null for what cannot be one. */
function readReference(value: unknown): NotificationReference | null {
  const { id, createdDate, isRead }: Record<string, unknown> = isObject(value) ? value : { id: value };
  if (typeof id !== 'string' || id === '') return null;
  return {
    id,
    ...(typeof createdDate === 'string' && { createdDate }),
    ...(typeof isRead === 'boolean' && { isRead }),
  };
}

/** The references of a list that are usable; anything but a list holds none. */
export function readReferences(value: unknown): NotificationReference[] {
  if (!Array.isArray(value)) return [];
  const references = value.flatMap((entry) => readReference(entry) ?? []);
  if (references.length < value.length) warnOnce('Notifications without an id are left out.');
  return references;
}

/** A page as a host's backend answered it, its bad entries left out. */
export function readReferencePage(value: unknown): ReferencePage {
  const { references, nextCursor }: Record<string, unknown> = isObject(value) ? value : {};
  if (!Array.isArray(references))
    throw new TypeError('The source did not answer { references: […], nextCursor? }.');
  return {
    references: readReferences(references),
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
  };
}

/** An event as a host's backend sent it; null for what is none. */
export function readSourceEvent(value: unknown): SourceEvent | null {
  if (!isObject(value)) return null;
  const { type, isRead } = value;
  const ids = readReferences(value.ids).map(({ id }) => id);
  if (type === 'add') return { type, references: readReferences(value.references) };
  if (type === 'remove') return { type, ids };
  return type === 'read' && typeof isRead === 'boolean' ? { type, ids, isRead } : null;
}

import type { Notification } from '../../../api/schemas/notification.js';
import { warnOnce } from '../../../common/warn.js';
import type { NotificationReference } from '../../sources/source.js';

/** Parses a record; null if it is invalid. */
export type ParseRecord = (value: unknown) => Notification | null;

/** The records that the host supplied with its references, until they are needed: to validate all at once may take long. */
export class SuppliedRecords {
  readonly #records = new Map<string, unknown>();

  /** Adds what the references contain. Of two records for an id the later one counts. */
  add(references: readonly NotificationReference[]): void {
    for (const { id, record } of references) if (record !== undefined) this.#records.set(id, record);
  }

  /** Takes out the record of an id. Null if none was supplied, or if it is invalid or another notification's. */
  take(id: string, parse: ParseRecord): Notification | null {
    const value = this.#records.get(id);
    if (!this.#records.delete(id)) return null;
    const record = parse(value);
    if (record?.id === id) return record;
    warnOnce('A record that the source handed over is invalid; it is requested instead.');
    return null;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#records.delete(id);
  }

  clear(): void {
    this.#records.clear();
  }
}

import { ServiceError } from '../envelope.js';
import { createIdMaker } from '../random.js';

/** Rows by id, in the order in which they came. */
export class Table<Row extends { readonly id: string }> {
  readonly createId: () => string;
  readonly #name: string;
  readonly #rows = new Map<string, Row>();

  /** The name is for messages: "The customer pool was not found." */
  constructor(name: string, idPrefix: string, rows: readonly Row[] = []) {
    this.#name = name;
    this.createId = createIdMaker(idPrefix, idPrefix.length + rows.length);
    for (const row of rows) this.save(row);
  }

  /** Adds the row, or puts it in the place of the one with its id. */
  save(row: Row): Row {
    this.#rows.set(row.id, row);
    return row;
  }

  list(isWanted: (row: Row) => boolean = () => true): Row[] {
    return [...this.#rows.values()].filter(isWanted);
  }

  /** The row with this id; a 404 where there is none, or where it is not where the path says it is. */
  require(id: string, isInPlace: (row: Row) => boolean = () => true): Row {
    const row = this.#rows.get(id);
    if (!row || !isInPlace(row)) throw new ServiceError(404, `The ${this.#name} was not found.`);
    return row;
  }
}

import { ServiceError } from '../envelope.js';
import { createIdGenerator } from '../random.js';

/** Rows by id, in insertion order. */
export class Table<Row extends { readonly id: string }> {
  readonly createId: () => string;
  readonly #name: string;
  readonly #rows = new Map<string, Row>();

  /** `name` appears in error messages: "The customer pool was not found." */
  constructor(name: string, idPrefix: string, rows: readonly Row[] = []) {
    this.#name = name;
    this.createId = createIdGenerator(idPrefix, idPrefix.length + rows.length);
    for (const row of rows) this.save(row);
  }

  /** Adds the row, or replaces the one with the same id. */
  save(row: Row): Row {
    this.#rows.set(row.id, row);
    return row;
  }

  list(matches: (row: Row) => boolean = () => true): Row[] {
    return [...this.#rows.values()].filter(matches);
  }

  /** The row with this id. Throws a 404 if it does not exist or does not belong to the parent in the path. */
  require(id: string, belongs: (row: Row) => boolean = () => true): Row {
    const row = this.#rows.get(id);
    if (!row || !belongs(row)) throw new ServiceError(404, `The ${this.#name} was not found.`);
    return row;
  }
}

/** A copy of the row without the given fields, for responses that leave out internal ones. */
export function omit<Row extends object>(row: Row, fields: readonly (keyof Row)[]): Record<string, unknown> {
  const omitted = new Set<PropertyKey>(fields);
  return Object.fromEntries(Object.entries(row).filter(([field]) => !omitted.has(field)));
}

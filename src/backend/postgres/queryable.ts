/** What runs SQL: a pool or client of `pg`, a PGlite, or anything alike. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

import { ResponseError } from '../errors.js';
import type { Path } from '../path.js';

/** @throws ResponseError if the answer is the record of another id than the one asked for */
export function assertSameId(operation: { method: string; path: Path }, id: string, asked: string): void {
  if (id === asked) return;
  const name = `${operation.method} ${operation.path.template}`;
  throw new ResponseError('the answer is not the record asked for', name);
}

import { ResponseError } from '../response-error.js';
import type { Path } from '../path.js';

/** @throws ResponseError if the id of the record in the response is not the requested one */
export function assertSameId(
  operation: { method: string; path: Path },
  id: string,
  requestedId: string,
): void {
  if (id === requestedId) return;
  const name = `${operation.method} ${operation.path.template}`;
  throw new ResponseError('the response contains a different record', name);
}

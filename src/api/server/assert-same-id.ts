import type { Endpoint } from '../endpoint.js';
import { ResponseError } from '../response-error.js';

/** @throws ResponseError if the id of the record in the response is not the requested one */
export function assertSameId({ name }: Endpoint, id: string, requestedId: string): void {
  if (id !== requestedId) throw new ResponseError('the response contains a different record', name);
}

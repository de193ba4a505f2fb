import { RequestError } from '../errors.js';

/**
 * Checks that `ids` is an object, so that it can be destructured. Each id is checked when the path is built.
 * @throws RequestError if it is not an object
 */
export function parseIds<Ids extends object>(ids: Ids): Ids {
  if (Object(ids) !== ids) throw new RequestError('ids', 'an object');
  return ids;
}

import { RequestError } from '../errors.js';

/** The ids that a caller gave, each of which is checked as the path is built. @throws RequestError where there are none */
export function parseIds<Ids extends object>(ids: Ids): Ids {
  if (Object(ids) !== ids) throw new RequestError('ids', 'an object');
  return ids;
}

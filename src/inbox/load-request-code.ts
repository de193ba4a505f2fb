import { ConnectionError } from '../api/errors.js';
import { lazy } from '../common/lazy.js';

/**
 * Loads the code that sends requests on demand, so that the bell renders before it has arrived.
 *
 * @throws ConnectionError if the code does not load; the next call tries again.
 */
export const loadRequestCode = lazy(() =>
  import('./request-code.js').catch((cause: unknown) => {
    throw new ConnectionError('The code that sends requests could not be loaded.', null, { cause });
  }),
);

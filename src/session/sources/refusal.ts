import { ApiError, OtherCustomerError, SignedOutError } from '../../api/errors.js';
import { discardBody } from '../../api/response.js';
import { parseRetryAfter } from '../../api/retry-after.js';
import { isObject } from '../../common/type-guards.js';

/**
 * Creates the error for a response of the host's backend that is not 2xx.
 *
 * @param subject what has responded, such as `The backend`
 * @param notFoundHint what to do where nothing is found
 */
export async function createRefusal(
  response: Response,
  subject: string,
  notFoundHint = '',
): Promise<ApiError> {
  const { status, headers } = response;
  if (status === 409 && (await loadCode(response)) === 'other-customer')
    return new OtherCustomerError('Another customer is signed in.', null, { status });
  discardBody(response);
  if (status === 401) return new SignedOutError('Nobody is signed in.', null, { status });
  const options = { status, retryAfter: parseRetryAfter(headers.get('Retry-After')) };
  // The backend that drops in says there what to change, such as in the settings of a proxy.
  if (status === 403 || status >= 500)
    return new ApiError(
      `${subject} responded with status ${status}. The log of your server may say why.`,
      null,
      options,
    );
  const hint = status === 404 && notFoundHint ? ` ${notFoundHint}` : '';
  return new ApiError(`${subject} responded with status ${status}.${hint}`, null, options);
}

/** The code in the body, as in `{ "error": "other-customer" }`. */
async function loadCode(response: Response): Promise<unknown> {
  try {
    const body: unknown = await response.json();
    return isObject(body) ? body.error : undefined;
  } catch {
    return undefined;
  }
}

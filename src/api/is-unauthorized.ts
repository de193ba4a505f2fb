import { AuthenticationError } from './errors.js';

/** Whether the token is missing, or was refused: HTTP 401. */
export function isUnauthorized(error: unknown): error is AuthenticationError {
  return error instanceof AuthenticationError && error.status === 401;
}

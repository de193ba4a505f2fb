import { parseTime } from '../common/dates.js';
import { ApiError } from './errors.js';

/**
 * Parses a Retry-After header in either of its forms, seconds or an HTTP date (RFC 9110, section 10.2.3).
 *
 * @returns seconds from now, 0 or more; null if the header is absent or invalid
 */
export function parseRetryAfter(header: string | null): number | null {
  if (!header) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = header.endsWith('GMT') ? (parseTime(header) - Date.now()) / 1000 : NaN;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** The seconds to wait before a retry, if the response said so. */
export const retryAfterOf = (error: unknown): number | null =>
  error instanceof ApiError ? error.retryAfter : null;

/** Whether the service demands fewer requests: HTTP 429 or 503. */
export function isServiceBusy(error: unknown): boolean {
  return error instanceof ApiError && [429, 503].includes(error.status);
}

import { maxTimerMs } from '../../common/time.js';
import { warnOnce } from '../../common/warn.js';

const defaultDurationMs = 8000;
const defaultMax = 3;
/** Less than this, few people can read a notification, let alone reach it. */
const minDurationMs = 5000;
/** More of them would fill the screen. */
const maxMax = 10;

/** Attributes that are removed are null. */
const isSet = (value: unknown): boolean => value !== null && value !== undefined;

function warn(name: string, value: unknown, used: string | number): void {
  warnOnce(`<nudge-toasts> cannot use ${name} ${String(value)}: it uses ${used}.`);
}

/** Returns how long a toast is shown, in milliseconds; 0 if until it is closed. */
export function parseDuration(value: unknown): number {
  if (!isSet(value)) return defaultDurationMs;
  if (value === Infinity || value === 0) return 0;
  if (typeof value !== 'number' || !(value > 0)) {
    warn('duration', value, defaultDurationMs);
    return defaultDurationMs;
  }
  if (value < minDurationMs) warn('duration', value, minDurationMs);
  return Math.min(Math.max(value, minDurationMs), maxTimerMs);
}

export function parseMax(value: unknown): number {
  if (!isSet(value)) return defaultMax;
  if (typeof value !== 'number' || !(value >= 1)) {
    warn('max', value, defaultMax);
    return defaultMax;
  }
  return Math.min(Math.trunc(value), maxMax);
}

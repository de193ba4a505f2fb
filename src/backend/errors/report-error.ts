import { isObject } from '../../common/type-guards.js';
import { ReturnTypeError, SetupError } from './setup-error.js';

/** Receives what went wrong, and where. */
export type ReportError = (error: unknown, operation: string) => void;

/** How long the same failure is not written to the console again, in milliseconds: its request may be sent again and again. */
const repeatMs = 60_000;

/** Creates a function that passes errors on to the host, or writes a line to the console. It never throws. */
export function createReportError(
  onError: ((error: unknown, context: { operation: string }) => unknown) | undefined,
): ReportError {
  const warn = createWarn();
  if (!onError) return warn;
  return (error, operation) => {
    // What it throws must not end the process, at once or later.
    const reporting = async (): Promise<void> => {
      await onError(error, { operation });
    };
    reporting().catch((thrown: unknown) => warn(thrown, 'onError'));
  };
}

function createWarn(): ReportError {
  const writtenAt = new Map<string, number>();
  return (error, operation) => {
    const isOwn = error instanceof ReturnTypeError || error instanceof SetupError;
    const reason = isOwn ? String(error) : kindOf(error);
    const failure = `${operation}: ${reason}`;
    const now = performance.now();
    if (now - (writtenAt.get(failure) ?? -Infinity) < repeatMs) return;
    writtenAt.set(failure, now);
    console.warn(`[nudge-inbox] The inbox backend failed: ${failure}`);
  };
}

/** The name and the code of an error. The code of a database error says what happened; its message may contain what a row holds. */
export function kindOf(error: unknown): string {
  const { name, code }: Record<string, unknown> = isObject(error) ? error : {};
  return [name, code].filter((part) => typeof part === 'string').join(' ');
}

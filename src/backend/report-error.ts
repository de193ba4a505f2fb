import { isObject } from '../common/type-guards.js';
import { ReturnTypeError, SetupError } from './http-error.js';

/** Receives what went wrong, and where. */
export type ReportError = (error: unknown, operation: string) => void;

/** Creates a function that passes errors on to the host, or writes a line to the console. It never throws. */
export function createReportError(
  onError: ((error: unknown, context: { operation: string }) => unknown) | undefined,
): ReportError {
  if (!onError) return warn;
  return (error, operation) => {
    // What it throws must not end the process, at once or later.
    const reporting = async (): Promise<void> => {
      await onError(error, { operation });
    };
    reporting().catch((thrown: unknown) => warn(thrown, 'onError'));
  };
}

function warn(error: unknown, operation: string): void {
  const isOwn = error instanceof ReturnTypeError || error instanceof SetupError;
  const reason = isOwn ? String(error) : kindOf(error);
  console.warn(`[nudge-inbox] The inbox backend failed: ${operation}: ${reason}`);
}

/** The name and the code of an error. The code of a database error says what happened; its message may contain what a row holds. */
export function kindOf(error: unknown): string {
  const { name, code }: Record<string, unknown> = isObject(error) ? error : {};
  return [name, code].filter((part) => typeof part === 'string').join(' ');
}

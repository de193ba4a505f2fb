import { RequestError } from './errors.js';
import { expectation } from './expectation.js';

/** The method and the address of an operation, below the base URL. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Method and path as the service documents them, with `{names}` for the parameters. Safe in messages. */
  readonly name: string;
  /** The path as it is sent, with the parameters percent-encoded. */
  readonly path: string;
}

/**
 * Creates a template tag that builds an endpoint and encodes the parameters of its path.
 *
 * @example
 * get`/nudge/in-app-notifications/${{ inAppNotificationId }}`
 * @throws RequestError if a parameter is not a string, or is empty, `.` or `..`
 */
const createTag =
  (method: Endpoint['method']) =>
  (strings: TemplateStringsArray, ...parameters: Record<string, unknown>[]): Endpoint => {
    const entries = parameters.flatMap((parameter) => Object.entries(parameter));
    const name = `${method} ${String.raw({ raw: strings }, ...entries.map(([field]) => `{${field}}`))}`;
    const path = String.raw(
      { raw: strings },
      ...entries.map(([field, value]) => encodeSegment(field, value, name)),
    );
    return { method, name, path };
  };

export const get = createTag('GET');
export const post = createTag('POST');
export const put = createTag('PUT');
export const patch = createTag('PATCH');

function encodeSegment(field: string, value: unknown, operation: string): string {
  try {
    // encodeURIComponent does not encode dots, and URL parsers resolve '.' and '..'. It throws on a lone surrogate.
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  } catch {
    // Falls through to the RequestError, which names the field.
  }
  const expected = "a non-empty string of well-formed Unicode other than '.' and '..'";
  throw new RequestError(field, expectation(expected, value), operation);
}

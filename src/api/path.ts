import { RequestError } from './errors.js';

/** A path in two forms. */
export interface Path {
  /** As the service documents it, with `{names}` for the parameters. Safe in messages. */
  readonly template: string;
  /** As it is sent, with the parameters percent-encoded. */
  readonly encoded: string;
}

/**
 * A template tag that builds a path and encodes its parameters.
 *
 * @example
 * path`/nudge/in-app-notifications/${{ inAppNotificationId }}`
 * @throws RequestError if a parameter is not a string, or is empty, `.` or `..`
 */
export function path(strings: TemplateStringsArray, ...parameters: Record<string, unknown>[]): Path {
  let template = strings[0] ?? '';
  let encoded = template;
  parameters.forEach((parameter, index) => {
    const rest = strings[index + 1] ?? '';
    for (const [name, value] of Object.entries(parameter)) {
      template += `{${name}}${rest}`;
      encoded += encodeSegment(name, value) + rest;
    }
  });
  return { template, encoded };
}

function encodeSegment(name: string, value: unknown): string {
  try {
    // encodeURIComponent does not encode dots, and URL parsers resolve '.' and '..'. It throws on a lone surrogate.
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  } catch {
    // Falls through to the RequestError, which names the field.
  }
  const expected = "a non-empty string of well-formed Unicode other than '.' and '..'";
  throw new RequestError(name, value === undefined ? `${expected}; it is missing` : expected);
}

import { RequestError } from './errors.js';

/** A path as the contract prints it, for messages, and as it is sent. */
export interface Path {
  readonly template: string;
  readonly encoded: string;
}

/** Builds a path: path`/nudge/in-app-notifications/${{ inAppNotificationId }}`. Refuses what is not one segment. */
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
    // encodeURIComponent leaves dots alone, and URL parsers take '.' and '..' for steps; it throws on half a surrogate pair.
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  } catch {
    // Told below, with the name of the field.
  }
  throw new RequestError(name, "a non-empty string of whole characters other than '.' and '..'");
}

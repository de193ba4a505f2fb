import { RequestError } from './errors.js';
import { expectation } from './expectation.js';

/** The method and the address of an operation, below the base URL. */
export interface Endpoint {
  readonly method: string;
  /** Method and path as the service documents them, with `{names}` for the parameters. Safe in messages. */
  readonly name: string;
  /** The path as it is sent, with the parameters percent-encoded. */
  readonly path: string;
}

/** The names of the parameters of a route: those in braces. */
type ParameterOf<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** The parameters of a route, such as `{ projectId: string }`. */
export type IdsOf<Route extends string> = Record<ParameterOf<Route>, string>;

/**
 * Creates the endpoint of a route, which is the method and the path as the service documents them.
 *
 * @example
 * createEndpoint('GET /nudge/in-app-notifications/{inAppNotificationId}', { inAppNotificationId })
 * @throws RequestError if a parameter is not a string, or is empty, `.` or `..`
 */
export function createEndpoint<const Route extends string>(route: Route, ids: IdsOf<Route>): Endpoint {
  // Spread, so that a call without ids gets the error that names the first one.
  const given: Readonly<Record<string, unknown>> = { ...ids };
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, given[name], route));
  return { method, name: route, path };
}

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

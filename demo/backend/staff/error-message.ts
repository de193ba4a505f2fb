import { html } from 'hono/html';
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type NudgeError,
  RequestError,
  TimeoutError,
} from '../../../src/server.js';
import type { Html } from './parts.js';

/** An error as shown to the staff. */
export interface ErrorMessage {
  status: 404 | 502 | 503;
  heading: string;
  advice: string;
}

const retryAdvice = 'This is not your fault. Try again in a minute.';

/** The messages of the errors are for developers, so the staff see other ones. */
export function describeError(error: NudgeError): ErrorMessage {
  // An invalid id in a URL that was typed by hand counts as not found.
  if (error instanceof RequestError || (error instanceof ApiError && error.status === 404)) {
    return {
      status: 404,
      heading: 'The service has no such record',
      advice: 'It may have been removed, or the address is wrong.',
    };
  }
  if (error instanceof AuthenticationError) {
    return {
      status: 502,
      heading: 'The service does not let the shop in',
      advice: 'Its key was refused. Tell the person who manages the settings of the shop.',
    };
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { status: 503, heading: 'The service can’t be reached', advice: retryAdvice };
  }
  return { status: 502, heading: 'The service is in trouble', advice: retryAdvice };
}

/** Trying again does not help if there is no such thing. */
export function renderErrorMessage({ status, heading, advice }: ErrorMessage, retryUrl: string): Html {
  return html`<div class="trouble">
    <p><strong>${heading}.</strong></p>
    <p>${advice}</p>
    ${status !== 404 && html`<p><a href="${retryUrl}">Try again</a></p>`}
  </div>`;
}

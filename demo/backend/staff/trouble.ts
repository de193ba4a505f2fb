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

/** What went wrong, in the words of those who work in the shop. */
export interface Trouble {
  status: 404 | 502 | 503;
  heading: string;
  advice: string;
}

const later = 'It is nothing that you did. Try again in a minute.';

/** The errors of the package carry no credential and nobody's data; nor do the staff need to read them. */
export function explain(error: NudgeError): Trouble {
  // An id that cannot be one, from an address that somebody typed.
  if (error instanceof RequestError || (error instanceof ApiError && error.status === 404)) {
    return {
      status: 404,
      heading: 'The service knows nothing by this name',
      advice: 'It may have been removed, or the address is not right.',
    };
  }
  if (error instanceof AuthenticationError) {
    return {
      status: 502,
      heading: 'The service does not let the shop in',
      advice: 'Its key was refused. Tell whoever looks after the shop’s settings.',
    };
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { status: 503, heading: 'The service can’t be reached', advice: later };
  }
  return { status: 502, heading: 'The service is in trouble', advice: later };
}

export function renderTrouble({ heading, advice }: Trouble, again: string): Html {
  return html`<div class="trouble">
    <p><strong>${heading}.</strong></p>
    <p>${advice}</p>
    <p><a href="${again}">Try again</a></p>
  </div>`;
}

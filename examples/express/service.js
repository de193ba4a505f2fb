import { createSandbox } from 'nudge-inbox/sandbox';

const sandbox = createSandbox({ seed: 'empty' });

/** Sends a notification and returns its id. */
export const send = (customerId, payload) => sandbox.addNotification({ payload }, customerId).id;

/** Returns a token for the customer. */
export const issueToken = (customerId) => sandbox.issueToken(customerId);

/** Sends a request to the service. */
export const serviceFetch = (path, options) => sandbox.fetch(path, options);

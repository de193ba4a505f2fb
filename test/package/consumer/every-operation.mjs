// Calls every operation of the service once over HTTP, as a backend with the installed package would. Prints the requests
// that the service received and the results.
import { createServer } from 'node:http';
import { AuthenticationError as CustomersError, CustomerClient } from 'nudge-inbox/client';
import { createSandbox } from 'nudge-inbox/sandbox';
import { AuthenticationError, ServerClient } from 'nudge-inbox/server';

const sandbox = createSandbox();

/** Forwards an HTTP request to the sandbox. */
async function serve(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, url } = request;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const answer = await sandbox.fetch(new URL(url, `http://${headers.host}`), { method, headers, body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

const port = createServer((request, response) => void serve(request, response));
await new Promise((listening) => port.listen(0, '127.0.0.1', listening));
const baseUrl = `http://127.0.0.1:${port.address().port}/v1/engagement`;

const { clientKey, clientSecret, ids } = sandbox;
const server = new ServerClient({ baseUrl, clientKey, clientSecret });
const customer = new CustomerClient({ baseUrl, getToken: () => sandbox.issueToken() });
const group = { name: 'Orders', description: 'On their way', channels: ['in_app'] };
const attribute = { fieldName: 'petName', fieldDisplayName: 'Name of the pet', fieldType: 'string' };
const [notificationId] = sandbox.notificationIds();

const calls = {
  1: () => server.customerPools.createCustomAttributes(ids, { customAttributes: [attribute] }),
  2: () => server.customerPools.updateCustomAttribute(ids, { fieldName: 'worth', fieldDisplayName: 'Worth' }),
  3: () => server.customerPools.addCustomer(ids, { customerData: { uniqueCustomerId: 'customer-new' } }),
  4: () => server.customerPools.listAttributes(ids, { attributeTypes: 'all' }),
  5: () => server.customerPools.list(ids),
  6: () => customer.preferences.setGroup(ids.notificationGroupId, { isGroupNotificationOff: true }),
  7: () => customer.notifications.retrieve(notificationId),
  8: () => server.cohortSegments.create(ids, { name: 'New', customerPoolId: ids.customerPoolId }),
  9: () => server.cohortSegments.retrieve(ids),
  10: () => server.sendPolicies.updateSubtype(ids, { name: 'Packed' }),
  11: () => server.sendPolicies.listSubtypes(ids, { size: 10 }),
  12: () => server.sendPolicies.retrieve({ ...ids, channel: 'in_app' }),
  13: () => server.sendPolicies.list(ids),
  14: () => server.productSpaces.create({ name: 'Outlet' }),
  15: () => server.projects.listMembers(ids, { search: 'a' }),
  16: () => server.projects.listServices(ids),
  17: () => server.jobs.list(ids, { jobCategory: 'customer_pool', timeRange: 'all' }),
  18: () => server.jobs.retrieve(ids),
  19: () =>
    server.media.retrieveDownloadUrl(ids, {
      context: 'failedCustomerPoolCsv',
      mediaManagerId: ids.mediaManagerId,
    }),
  20: () => server.targetAudienceLists.updateStatus(ids, { status: 'paused' }),
  21: () => server.notificationGroups.updateTopic(ids, group),
  22: () => server.notificationGroups.update(ids, group),
  23: () =>
    server.notificationHandlers.addRecipient(ids, {
      recipientSourceType: 'payload_based',
      recipientSourceId: 'customer-new',
    }),
};

const answers = {};
for (const [number, call] of Object.entries(calls)) answers[number] = await call();

const sameErrors = AuthenticationError === CustomersError;
console.log(JSON.stringify({ ids, requests: sandbox.requests, answers, sameErrors }));
port.close();

// Loaded before a documented example: the sandbox responds at every address. Prints the called operations at the end.
import { createSandbox } from 'nudge-inbox/sandbox';

const { Response } = globalThis;
const sandbox = createSandbox();
process.env.NUDGE_CLIENT_KEY = sandbox.clientKey;
process.env.NUDGE_CLIENT_SECRET = sandbox.clientSecret;

globalThis.fetch = async (address, init) =>
  address === '/notification-token' ? new Response(sandbox.issueToken()) : sandbox.fetch(address, init);

process.on('exit', () => {
  console.log(`operations: ${JSON.stringify(sandbox.requests.map(({ operation }) => operation))}`);
});

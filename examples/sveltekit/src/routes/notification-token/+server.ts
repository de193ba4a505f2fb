import { findCustomer, issueToken } from '$lib/server/backend';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ cookies }) => {
  const customerId = await findCustomer(cookies);
  if (customerId === null) return new Response(null, { status: 401 });
  return new Response(await issueToken(customerId), { headers: { 'Cache-Control': 'no-store' } });
};

import type { APIRoute } from 'astro';
import { findCustomer, issueToken } from '../backend';

export const POST: APIRoute = async ({ cookies }) => {
  const customerId = await findCustomer(cookies);
  if (customerId === null) return new Response(null, { status: 401 });
  return new Response(await issueToken(customerId), { headers: { 'Cache-Control': 'no-store' } });
};

import { findCustomer, setRead } from '$lib/server/backend';
import type { RequestHandler } from './$types';

export const POST: RequestHandler = async ({ cookies, request }) => {
  const customerId = await findCustomer(cookies);
  if (customerId === null) return new Response(null, { status: 401 });
  const { ids, isRead } = await request.json();
  if (!Array.isArray(ids) || typeof isRead !== 'boolean') return new Response(null, { status: 400 });
  await setRead(customerId, ids, isRead);
  return new Response(null, { status: 204 });
};

import { json } from '@sveltejs/kit';
import { findCustomer, listPage } from '$lib/server/backend';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ cookies, url }) => {
  const customerId = await findCustomer(cookies);
  if (customerId === null) return new Response(null, { status: 401 });
  const limit = Math.min(Number(url.searchParams.get('limit')) || 25, 100);
  const page = await listPage(customerId, { cursor: url.searchParams.get('cursor'), limit });
  return json(page, { headers: { 'Cache-Control': 'private, no-cache' } });
};

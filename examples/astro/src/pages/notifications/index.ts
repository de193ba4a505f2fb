import type { APIRoute } from 'astro';
import { findCustomer, listPage } from '../../backend';

export const GET: APIRoute = async ({ cookies, url }) => {
  const customerId = await findCustomer(cookies);
  if (customerId === null) return new Response(null, { status: 401 });
  const limit = Math.min(Number(url.searchParams.get('limit')) || 25, 100);
  const page = await listPage(customerId, { cursor: url.searchParams.get('cursor'), limit });
  return Response.json(page, { headers: { 'Cache-Control': 'private, no-cache' } });
};

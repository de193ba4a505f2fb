import { findCustomer, listPage } from '../../backend';

export async function GET(request: Request) {
  const customerId = await findCustomer();
  if (customerId === null) return new Response(null, { status: 401 });
  const query = new URL(request.url).searchParams;
  const limit = Math.min(Number(query.get('limit')) || 25, 100);
  const page = await listPage(customerId, { cursor: query.get('cursor'), limit });
  return Response.json(page, { headers: { 'Cache-Control': 'private, no-cache' } });
}

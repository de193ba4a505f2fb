import { findCustomer, setRead } from '../../../backend';

export async function POST(request: Request) {
  const customerId = await findCustomer();
  if (customerId === null) return new Response(null, { status: 401 });
  const { ids, isRead } = await request.json();
  if (!Array.isArray(ids) || typeof isRead !== 'boolean') return new Response(null, { status: 400 });
  await setRead(customerId, ids, isRead);
  return new Response(null, { status: 204 });
}

import { findCustomer, issueToken } from '../../backend';

export async function POST() {
  const customerId = await findCustomer();
  if (customerId === null) return new Response(null, { status: 401 });
  return new Response(await issueToken(customerId), { headers: { 'Cache-Control': 'no-store' } });
}

import { findCustomer, inbox } from '$lib/server/backend';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ request }) => {
  const customerId = await findCustomer(request.headers);
  return { customerKey: customerId === null ? null : await inbox.customerKey(customerId) };
};

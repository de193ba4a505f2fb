import { createCustomerKey, findCustomer } from '$lib/server/backend';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ request }) => {
  const customerId = await findCustomer(request.headers);
  return { customerKey: customerId === null ? null : createCustomerKey(customerId) };
};

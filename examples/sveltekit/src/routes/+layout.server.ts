import { createCustomerKey, findCustomer } from '$lib/server/backend';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ cookies }) => {
  const customerId = await findCustomer(cookies);
  return { customerKey: customerId === null ? null : createCustomerKey(customerId) };
};

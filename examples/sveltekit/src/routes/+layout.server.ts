import { findCustomer, inbox } from '$lib/server/backend';
import { firstPageScript } from 'nudge-inbox/backend';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ request, setHeaders }) => {
  const customerId = await findCustomer(request.headers);
  if (customerId === null) return { customerKey: null, firstPage: '' };
  setHeaders({ 'Cache-Control': 'no-store' });
  return {
    customerKey: await inbox.customerKey(customerId),
    // With it, the bell has its badge before it has requested anything.
    firstPage: firstPageScript(await inbox.firstPage(customerId)),
  };
};

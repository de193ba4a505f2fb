/** Finds the customer once for each request. */
export default defineEventHandler(async (event) => {
  const customerId = await findCustomer(event.headers);
  event.context.customerId = customerId;
  if (customerId === null) return;
  event.context.customerKey = await inbox.customerKey(customerId);
  event.context.loadFirstPage = () => {
    setResponseHeader(event, 'Cache-Control', 'no-store');
    return inbox.firstPage(customerId);
  };
});

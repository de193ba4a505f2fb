/** Finds the customer once for each request. */
export default defineEventHandler(async (event) => {
  const customerId = await findCustomer(event.headers);
  event.context.customerId = customerId;
  if (customerId !== null) event.context.customerKey = await inbox.customerKey(customerId);
});

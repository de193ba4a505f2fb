export default defineEventHandler((event) => {
  const { customerId } = event.context;
  if (customerId === null) throw createError({ statusCode: 401 });
  setResponseHeader(event, 'Cache-Control', 'no-store');
  return issueToken(customerId); // a string is sent as it is
});

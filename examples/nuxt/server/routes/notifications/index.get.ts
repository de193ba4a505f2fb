export default defineEventHandler((event) => {
  const { customerId } = event.context;
  if (customerId === null) throw createError({ statusCode: 401 });
  const { limit, cursor } = getQuery<{ limit?: string; cursor?: string }>(event);
  setResponseHeader(event, 'Cache-Control', 'private, no-cache');
  return listPage(customerId, { cursor, limit: Math.min(Number(limit) || 25, 100) });
});

export default defineEventHandler(async (event) => {
  const { customerId } = event.context;
  if (customerId === null) throw createError({ statusCode: 401 });
  const { ids, isRead } = await readBody(event);
  if (!Array.isArray(ids) || typeof isRead !== 'boolean') throw createError({ statusCode: 400 });
  await setRead(customerId, ids, isRead);
  return sendNoContent(event);
});

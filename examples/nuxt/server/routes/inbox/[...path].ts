export default defineEventHandler((event) => inbox.fetch(toWebRequest(event)));

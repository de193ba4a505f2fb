export default defineEventHandler((event) => forward(toWebRequest(event)));

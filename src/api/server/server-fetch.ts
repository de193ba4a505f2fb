/** Redirects as `fetch` defines them: https://fetch.spec.whatwg.org/#redirect-status */
const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * Wraps a `fetch` so that it gets only what every server runtime knows. workerd, the runtime of Cloudflare, throws a
 * TypeError for `redirect: 'error'`, `credentials` and `referrerPolicy`, and some versions for `cache`, which others need:
 * Next.js caches responses without it.
 *
 * @param customFetch replaces the global `fetch`
 * @returns a function that rejects on a redirect, which would carry the client secret to another origin
 */
export function createServerFetch(customFetch: typeof fetch | undefined): typeof fetch {
  let knowsCache = true;
  return async (input, init) => {
    const known: RequestInit = { ...init, redirect: 'manual' };
    delete known.credentials;
    delete known.referrerPolicy;
    if (!knowsCache) delete known.cache;
    const send = customFetch ?? fetch;
    let response: Response;
    try {
      response = await send(input, known);
    } catch (error) {
      // An option is refused before anything is sent.
      if (!knowsCache || !(error instanceof TypeError && error.message.includes('cache'))) throw error;
      knowsCache = false;
      delete known.cache;
      response = await send(input, known);
    }
    if (response.type !== 'opaqueredirect' && !redirectStatuses.includes(response.status)) return response;
    await response.body?.cancel();
    throw new TypeError('The service redirects, which is refused.');
  };
}

/**
 * Wraps a `fetch` so that it gets only what every server runtime knows. workerd, the runtime of Cloudflare, throws a
 * TypeError for `credentials` and `referrerPolicy`, and some versions for `cache`, which others need: Next.js caches
 * responses without it.
 *
 * @param customFetch replaces the global `fetch`
 */
export function createServerFetch(customFetch: typeof fetch | undefined): typeof fetch {
  return async (input, init) => {
    const known: RequestInit = { ...init };
    delete known.credentials;
    delete known.referrerPolicy;
    if (!knowsCache()) delete known.cache;
    return (customFetch ?? fetch)(input, known);
  };
}

/** Whether the runtime knows the option. A `fetch` that fails with it may have sent the request. */
function knowsCache(): boolean {
  try {
    return new Request('http://localhost/', { cache: 'no-store' }) instanceof Request;
  } catch {
    return false;
  }
}

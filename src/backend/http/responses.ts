const encoder = new TextEncoder();

/** The headers of every response: a browser that opens it must not take it for a page or a script. */
export const commonHeaders = { 'X-Content-Type-Options': 'nosniff' };

/** A response in JSON, which no shared cache may store. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: {
      ...commonHeaders,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** The SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first 64 bits of the SHA-256 of a text, in hexadecimal. */
export const digest = async (text: string): Promise<string> => (await sha256(text)).slice(0, 16);

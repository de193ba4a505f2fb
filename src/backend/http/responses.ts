const encoder = new TextEncoder();

/** A response in JSON, which no shared cache may store. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}

/** The first 64 bits of the SHA-256 of a text, in hexadecimal. */
export async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)), 0, 8);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

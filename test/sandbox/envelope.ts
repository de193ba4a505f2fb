import { expect } from 'vitest';

/** A response envelope (contract §2.1), with untyped data. */
export interface Envelope {
  status: string;
  message: string;
  data: Record<string, unknown>;
  metaData: { page: number; hasMore: boolean; pageSize: number; count: number } | null;
  error: null;
}

export async function parseEnvelope(response: Response): Promise<Envelope> {
  return (await response.json()) as Envelope;
}

/** The expected error envelope (contract §7). Without `message`, any message matches. */
export function errorEnvelope(message?: string): Record<string, unknown> {
  const text: unknown = message ?? expect.any(String);
  return { status: 'error', message: text, data: null, metaData: null, error: null };
}

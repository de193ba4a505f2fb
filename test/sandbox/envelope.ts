import { expect } from 'vitest';

/** An answer as the contract has it (§2.1), its payload as loose as it came. */
export interface Envelope {
  status: string;
  message: string;
  data: Record<string, unknown>;
  metaData: { page: number; hasMore: boolean; pageSize: number; count: number } | null;
  error: null;
}

export async function readEnvelope(response: Response): Promise<Envelope> {
  return (await response.json()) as Envelope;
}

/** The error envelope of the contract, §7. Without a message, any. */
export function refusal(message?: string): Record<string, unknown> {
  const text: unknown = message ?? expect.any(String);
  return { status: 'error', message: text, data: null, metaData: null, error: null };
}

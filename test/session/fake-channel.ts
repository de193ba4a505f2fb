import { vi } from 'vitest';

/** Replaces BroadcastChannel by one that delivers in the next microtask, so that a seed determines what happens. */
export function stubBroadcastChannel(): void {
  const channels = new Set<FakeChannel>();

  class FakeChannel {
    readonly name: string;
    onmessage: ((event: { data: unknown }) => void) | null = null;

    constructor(name: string) {
      this.name = name;
      channels.add(this);
    }

    postMessage(message: unknown): void {
      const data: unknown = structuredClone(message);
      for (const channel of channels) {
        if (channel === this || channel.name !== this.name) continue;
        queueMicrotask(() => channels.has(channel) && channel.onmessage?.({ data }));
      }
    }

    close(): void {
      channels.delete(this);
    }
  }

  vi.stubGlobal('BroadcastChannel', FakeChannel);
}

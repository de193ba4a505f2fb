import type { Sandbox } from '../../../src/sandbox.js';

/** Returns the sandbox's `fetch`, which holds back the record with this id until `release()`. */
export function fetchHeld(
  { fetch }: Sandbox,
  id: string,
): { fetch: typeof fetch; isRequested: () => boolean; release: () => void } {
  let isRequested = false;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    fetch: async (input, init) => {
      if (new Request(input).url.includes(id)) {
        isRequested = true;
        await released;
      }
      return fetch(input, init);
    },
    isRequested: () => isRequested,
    release,
  };
}

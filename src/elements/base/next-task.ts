/**
 * Resolves in a task of its own, so that the browser can handle more urgent work first. Unlike a timer, it is not throttled in
 * hidden pages.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Runs a callback in a task of its own, so that the browser can handle more urgent work first. Unlike a timer, it is not
 * throttled in hidden pages.
 */
export function runInNextTask(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

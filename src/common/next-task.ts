/** Runs it in a task of its own, in hidden pages too, so that the browser can do between what is more urgent. */
export function runInNextTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

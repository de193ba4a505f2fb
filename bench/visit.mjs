import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';

/** How long the page needs after the last action until nothing more happens, in milliseconds. */
const idleDelayMs = 400;
/** How long a page that runs into its time limit may take to say what it waits for, in milliseconds. */
const explanationLimitMs = 2000;

/** One page load, in a browser context with empty caches and storage. */
export class Visit {
  #context;
  #client;
  #address;
  #errors = [];
  #step = 'the load of the page';

  page;
  side;

  static async start({ browser, address, side, slowdown }) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, locale: 'en-US' });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    // Thread time leaves out what other processes on the machine use.
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return new Visit({ context, page, client, address, side });
  }

  constructor({ context, page, client, address, side }) {
    this.#context = context;
    this.#client = client;
    this.#address = address;
    this.page = page;
    this.side = side;
    page.on('pageerror', ({ message }) => this.#errors.push(message));
  }

  get isFloor() {
    return this.side.name === 'floor';
  }

  /** Opens a page that shows so many notifications, as `PageRequest` in `page/content.ts` says. */
  async open(view, count, { from = 'memory', hints = 'none', key = '' } = {}) {
    const request = new URLSearchParams({ side: this.side.name, view, count, from, hints, key });
    await this.page.goto(`${this.#address}/?${request}`);
  }

  /** Opens a page without anything. */
  async openEmpty() {
    await this.page.goto(`${this.#address}/empty`);
  }

  /** Calls a function of the probe. */
  call(name) {
    this.#step = `bench.${name}()`;
    return this.page.evaluate(`bench.${name}()`);
  }

  /** Points at an element, whose buttons may come only then. */
  hover(selector) {
    this.#step = `the pointer on ${selector}`;
    return this.page.locator(selector).first().hover();
  }

  /** Performs a user action. */
  press(selector, index = 0) {
    this.#step = `a click on ${selector}`;
    return this.page.locator(selector).nth(index).click();
  }

  async waitUntilIdle(factor = 1) {
    await delay(idleDelayMs * factor);
  }

  async #metric(name) {
    const { metrics } = await this.#client.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name).value;
  }

  /** The thread time that the page's main thread has spent in tasks so far, in milliseconds. */
  async mainThreadTime() {
    return (await this.#metric('TaskDuration')) * 1000;
  }

  /** The heap in megabytes, and the number of DOM nodes, after a garbage collection. */
  async memory() {
    await this.#client.send('HeapProfiler.collectGarbage');
    return { heap: (await this.#metric('JSHeapUsedSize')) / 1e6, nodes: await this.#metric('Nodes') };
  }

  /** The longest task over 50 ms since the last call, in milliseconds; 0 if there was none. */
  async longestTask() {
    return Math.max(0, ...(await this.call('longTasks')));
  }

  /** Runs a scenario. Rejects after the time limit, and names what the page was waiting for. */
  async measure(scenario, limitMs) {
    let timer;
    const expiry = new Promise((_, reject) => {
      const expire = async () =>
        reject(new Error(`No result within ${limitMs / 1000} s: ${await this.#explainWait()}`));
      timer = setTimeout(expire, limitMs);
    });
    try {
      const measured = await Promise.race([scenario.measure(this), expiry]);
      if (this.#errors.length > 0) throw new Error(this.#errors.join('\n'));
      return measured;
    } finally {
      clearTimeout(timer);
    }
  }

  async #explainWait() {
    const explanation = await Promise.race([
      this.page.evaluate('bench.explainWait()').catch(({ message }) => message),
      delay(explanationLimitMs, 'the main thread of the page is blocked'),
    ]);
    return [`${explanation}, during ${this.#step}`, ...this.#errors].join('\n');
  }

  async close() {
    await this.#context.close();
  }
}

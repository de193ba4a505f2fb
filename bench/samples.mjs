/** The measured values, by processor slowdown, side, scenario and metric. */
export class Samples {
  #values = new Map();

  /** Adds what one run of a scenario measured: a number for each metric. */
  add({ slowdown, side, scenario }, measured) {
    for (const [metric, value] of Object.entries(measured)) {
      const key = [slowdown, side, scenario, metric].join();
      this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
    }
  }

  /** The values in the order in which they were taken; empty if nothing was measured. */
  get({ slowdown, side, scenario, metric }) {
    return this.#values.get([slowdown, side, scenario, metric].join()) ?? [];
  }
}

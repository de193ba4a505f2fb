import fc from 'fast-check';
import { vi } from 'vitest';
import { setUpStore, tearDown } from '../fakes.js';
import { Random } from './random.js';

/** What the acts happen in. */
export interface ActWorld {
  /** Whether the customer sees the page, and so can act on it. */
  readonly isVisible: boolean;
  /** How often what can fail does, from 0 to 1. */
  failureRate: number;
}

/** Something that happens to one of the two pages of the customer, or to the world. */
export type Act<World, Page> = (world: World, page: Page, random: Random) => unknown;

export interface ActSeries<World extends ActWorld, Page> {
  readonly createWorld: (random: Random) => World | Promise<World>;
  readonly getPages: (world: World) => readonly Page[];
  /** What a customer does, who cannot act on a page that is hidden. */
  readonly customerActs: Readonly<Record<string, Act<World, Page>>>;
  readonly otherActs: Readonly<Record<string, Act<World, Page>>>;
  readonly advance: (world: World, milliseconds: number) => Promise<unknown>;
  /** Throws unless all is right, once everything works again. */
  readonly check: (world: World) => Promise<void>;
  readonly close: (world: World) => void;
}

interface Real<World> {
  world: World;
  random: Random;
}

/** How one act happens. */
interface Step {
  page: number;
  failureRate: number;
  /** Determines what is random from here on, whatever acts come before: a shorter series fails in the same way. */
  seed: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  page: fc.nat({ max: 1 }),
  failureRate: fc.constantFrom(0, 0, 0.3),
  seed: fc.integer(),
});

class ActCommand<World extends ActWorld, Page> implements fc.AsyncCommand<World, Real<World>> {
  readonly #series: ActSeries<World, Page>;
  readonly #name: string;
  readonly #step: Step;

  constructor(series: ActSeries<World, Page>, name: string, values: Step) {
    this.#series = series;
    this.#name = name;
    this.#step = values;
  }

  check({ isVisible }: World): boolean {
    return isVisible || this.#name in this.#series.otherActs;
  }

  async run(_: World, { world, random }: Real<World>): Promise<void> {
    const { customerActs, otherActs, getPages, advance } = this.#series;
    const act = customerActs[this.#name] ?? otherActs[this.#name];
    random.restart(this.#step.seed);
    world.failureRate = this.#step.failureRate;
    await act?.(world, getPages(world)[this.#step.page]!, random);
    await advance(world, 1 + random.below(400));
  }

  toString(): string {
    const { page, failureRate } = this.#step;
    return `\npage ${page + 1} ${this.#name}${failureRate > 0 ? ', with failures' : ''}`;
  }
}

/** The seeds of the series to run. The project `random-acts` runs many more; `FIRST_SEED` and `SEEDS` repeat some. */
export function seeds(defaultCount: number): number[] {
  const first = Number(process.env.FIRST_SEED ?? 1);
  return Array.from({ length: Number(process.env.SEEDS ?? defaultCount) }, (_, index) => first + index);
}

/** Runs one series of random acts. One that fails is made shorter, as long as it fails. */
export async function runActs<World extends ActWorld, Page>(
  series: ActSeries<World, Page>,
  seed: number,
): Promise<void> {
  const names = [...Object.keys(series.customerActs), ...Object.keys(series.otherActs)];
  const commands = fc.commands(
    names.map((name) => step.map((values) => new ActCommand(series, name, values))),
    { maxCommands: 50, size: 'max' },
  );
  const property = fc.asyncProperty(fc.integer(), commands, (worldSeed, acts) =>
    runSeries(series, worldSeed, acts),
  );
  // It shrinks for so long, in milliseconds, of the two minutes that a test has.
  const shrinkMs = 90_000;
  const plugins = [fc.unbiased(), fc.interruptAfterTimeLimit(shrinkMs)];
  await fc.assert(property, { seed, numRuns: 1, plugins });
}

async function runSeries<World extends ActWorld, Page>(
  series: ActSeries<World, Page>,
  worldSeed: number,
  acts: Iterable<fc.AsyncCommand<World, Real<World>>>,
): Promise<void> {
  const errors: unknown[] = [];
  const recordError = (error: unknown): void => void errors.push(error);
  process.on('unhandledRejection', recordError);
  setUpStore();
  vi.setSystemTime('2025-11-20T12:00:00Z');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const random = new Random(worldSeed);
  vi.spyOn(Math, 'random').mockImplementation(() => random.next());
  let world: World | undefined;
  try {
    const created = await series.createWorld(random);
    world = created;
    await fc.asyncModelRun(() => ({ model: created, real: { world: created, random } }), acts);
    await series.check(created);
    if (errors.length > 0) throw new Error(`Uncaught: ${errors.map(String).join(', ')}`);
  } finally {
    if (world) series.close(world);
    await vi.advanceTimersByTimeAsync(0);
    process.off('unhandledRejection', recordError);
    tearDown();
  }
}

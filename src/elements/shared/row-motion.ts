import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { canAnimate } from '../base/platform.js';

/** More rows than these come and go without motion, such as those of another filter. */
const maxMoving = 3;
const timing: KeyframeAnimationOptions = { duration: 180, easing: 'ease-out' };

/**
 * Lets rows that come slide in, and closes the place of those that go: these stay for a moment, inert. A row that stands in for
 * what is not loaded, with the class `pending`, goes without motion.
 */
export class RowMotion implements ReactiveController {
  readonly #findList: () => Element | null;
  readonly #isShown: () => boolean;
  readonly #onRemoved: () => void;
  #before: HTMLElement[] = [];
  readonly #leaving = new Set<HTMLElement>();

  /**
   * @param isShown Whether the list is rendered. It must not read the layout, which the update has just changed.
   * @param onRemoved Runs when a row is gone at last, after its motion.
   */
  constructor(
    host: ReactiveControllerHost,
    findList: () => Element | null,
    isShown: () => boolean,
    onRemoved: () => void,
  ) {
    this.#findList = findList;
    this.#isShown = isShown;
    this.#onRemoved = onRemoved;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#before = this.#rows;
  }

  hostUpdated(): void {
    const rows = this.#rows;
    const before = new Set(this.#before);
    const after = new Set(rows);
    const added = rows.filter((row) => !before.has(row));
    const removed = this.#before.filter((row) => !after.has(row));
    if (added.length + removed.length === 0) return;
    // What comes back is not there twice.
    const addedIds = new Set(added.map(({ dataset }) => dataset.id));
    for (const row of this.#leaving) if (addedIds.has(row.dataset.id)) row.remove();
    const list = this.#findList();
    if (!list || !this.#isShown() || !canAnimate()) return;
    if (removed.length <= maxMoving)
      for (const row of removed) if (!row.classList.contains('pending')) this.#collapse(row, list);
    if (added.length > maxMoving || added.length === rows.length) return;
    for (const row of added)
      if (row.role === 'article') row.animate({ opacity: [0, 1], translate: ['0 -16px', '0 0'] }, timing);
  }

  hostDisconnected(): void {
    for (const row of this.#leaving) row.remove();
  }

  get #rows(): HTMLElement[] {
    const rows = this.#findList()?.querySelectorAll<HTMLElement>(':scope > *') ?? [];
    return [...rows].filter((row) => !this.#leaving.has(row));
  }

  /** Puts a row that was removed back for as long as its place takes to close. */
  #collapse(row: HTMLElement, list: Element): void {
    const above = this.#before
      .slice(0, this.#before.indexOf(row))
      .filter(({ parentNode }) => parentNode === list)
      .at(-1);
    // It is no part of the list any more.
    row.role = null;
    row.inert = true;
    this.#leaving.add(row);
    if (above) above.after(row);
    else list.prepend(row);
    const { height } = row.getBoundingClientRect();
    const animation = row.animate(
      { blockSize: [`${height}px`, '0'], opacity: [1, 0], overflow: ['clip', 'clip'] },
      timing,
    );
    animation.onfinish = animation.oncancel = () => {
      row.remove();
      this.#leaving.delete(row);
      this.#onRemoved();
    };
  }
}

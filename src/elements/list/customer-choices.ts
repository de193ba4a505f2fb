/** What a customer can choose of an inbox, and the page as well. */
interface Choosable {
  filter: unknown;
  tab: unknown;
  view: unknown;
}

/** What the customer has chosen of what the page can set, too. Once the customer has gone, it is as the page has set it. */
export class CustomerChoices<Element extends Choosable> {
  readonly #element: Element;
  /** Each takes back what was chosen of one property, unless the page has set that since. */
  readonly #undos = new Map<keyof Choosable, () => void>();

  constructor(element: Element) {
    this.#element = element;
  }

  choose<Name extends keyof Choosable>(name: Name, value: Element[Name]): void {
    const element = this.#element;
    this.#undos.get(name)?.();
    const before = element[name];
    element[name] = value;
    this.#undos.set(name, () => {
      if (element[name] === value) element[name] = before;
    });
  }

  forget(): void {
    for (const undo of this.#undos.values()) undo();
    this.#undos.clear();
  }
}

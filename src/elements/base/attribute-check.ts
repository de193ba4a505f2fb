import type { ReactiveController, ReactiveElement } from 'lit';
import { foldName } from '../../common/field-names.js';
import { warnOnce } from '../../common/warn.js';

/** Shorter names resemble those of others, as `ids` does `id`. */
const minTypoLength = 5;

/** Whether one becomes the other by one letter that is added, left out or replaced, or by two that change places. */
function isTypo(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const [nextA, nextB] = [restA.slice(1), restB.slice(1)];
  const swapped = `${restA[1]}${restA[0]}${restA.slice(2)}`;
  return nextA === nextB || nextA === restB || restA === nextB || swapped === restB;
}

/** The known name that is meant by another one, in another style or with a typo; undefined if it is known, or resembles none. */
export function findMeantName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const folded = foldName(name);
  return (
    known.find((other) => foldName(other) === folded) ??
    known.find((other) => other.length >= minTypoLength && isTypo(folded, foldName(other)))
  );
}

/** The elements whose attributes others do not have. */
const tags = ['nudge-bell', 'nudge-inbox', 'nudge-toasts'];

/** The names of the attributes of an element, or of its properties, those without an attribute too. */
function namesOf(tag: string, kind: 'observedAttributes' | 'elementProperties'): string[] {
  const names: unknown = Reflect.get(customElements.get(tag) ?? {}, kind);
  const list: unknown = names instanceof Map ? [...names.keys()] : names;
  return Array.isArray(list) ? list.map(String) : [];
}

/** Warns of attributes that an element ignores, and that are meant for it: HTML writes those in camel case in small letters. */
export class AttributeCheck implements ReactiveController {
  readonly #host: ReactiveElement;
  /** How many attributes there were when their names were checked. */
  #checkedCount = 0;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const { attributes, localName } = this.#host;
    if (attributes.length === this.#checkedCount) return;
    this.#checkedCount = attributes.length;
    for (const { name } of attributes) {
      const hint = this.#findHint(name);
      if (hint) warnOnce(`<${localName}> has no attribute “${name}”: ${hint}.`);
    }
  }

  /** What to do about an attribute that the element ignores; undefined if it has it, or if it is not meant for it. */
  #findHint(name: string): string | undefined {
    const { localName } = this.#host;
    const known = namesOf(localName, 'observedAttributes');
    if (known.includes(name)) return undefined;
    const meant = findMeantName(name, known);
    if (meant) return `it is named ${meant}`;
    const property = namesOf(localName, 'elementProperties').find(
      (other) => foldName(other) === foldName(name),
    );
    if (property) return `set the property ${property}`;
    const owner = tags.find((tag) => namesOf(tag, 'observedAttributes').includes(name));
    return owner && `<${owner}> has it`;
  }
}

import { css, html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { expect, waitFor } from 'storybook/test';
import { elements } from './manifest.js';
import { findPart } from './screen.js';

/** Width and height of a number, in CSS pixels. */
const numberSize = 20;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A numbered outline, in CSS pixels of the page. */
interface Mark {
  number: number;
  outline: Box;
  /** Of the number: beside the top of the outline, or below another number there. */
  left: number;
  top: number;
}

/** Moves a number down if another one is there. */
function separateNumbers(marks: readonly Mark[]): void {
  const placed: Mark[] = [];
  for (const mark of marks) {
    const isTaken = ({ left, top }: Mark): boolean =>
      Math.abs(left - mark.left) < numberSize && Math.abs(top - mark.top) < numberSize;
    while (placed.some(isTaken)) mark.top += 1;
    placed.push(mark);
  }
}

/**
 * Outlines and numbers the parts of the element in its slot, beside a legend. The manifest says which parts there are and
 * what they are for.
 */
export class PartFigure extends LitElement {
  static override properties: PropertyDeclarations = {
    tag: {},
    elsewhere: { attribute: false },
    marks: { state: true },
  };
  static override styles = css`
    :host {
      --mark: light-dark(#b0005c, #ff7ac0);
      --on-mark: light-dark(#fff, #000);
      display: flex;
      flex-wrap: wrap;
      gap: 24px 40px;
      align-items: start;
      font:
        14px / 1.4 system-ui,
        sans-serif;
    }

    ol {
      display: grid;
      flex: 1 1 220px;
      gap: 12px;
      margin: 0;
      padding: 0;
      list-style: none;
    }

    li {
      display: grid;
      grid-template-columns: ${numberSize}px 1fr;
      gap: 2px 10px;
    }

    li > :last-child {
      grid-column: 2;
    }

    .number {
      display: grid;
      place-items: center;
      inline-size: ${numberSize}px;
      block-size: ${numberSize}px;
      border-radius: 6px;
      background: var(--mark);
      color: var(--on-mark);
      font:
        600 12px/1 system-ui,
        sans-serif;
    }

    slot {
      display: grid;
      flex: 3 1 300px;
      gap: 24px;
      min-inline-size: 0;
    }

    /* A popover, to be above open panels. */
    .marks {
      position: absolute;
      inset: 0 auto auto 0;
      overflow: visible;
      inline-size: 0;
      block-size: 0;
      margin: 0;
      padding: 0;
      border: 0;
      pointer-events: none;
    }

    .marks * {
      position: absolute;
    }

    .outline {
      outline: 1.5px dashed var(--mark);
      outline-offset: -1px;
    }
  `;

  tag = '';
  /** Parts that cover the figure, each with the story that shows it. */
  elsewhere: Readonly<Record<string, string>> = {};
  /** @internal */
  marks: readonly Mark[] = [];
  readonly #resizes = new ResizeObserver(() => this.#measure());
  readonly #handleScroll = (): void => this.#measure();

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.#handleScroll, { capture: true, passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.#handleScroll, { capture: true });
    this.#resizes.disconnect();
  }

  /** The parts that neither this figure nor another story shows. */
  get missingParts(): string[] {
    const names = this.#parts.map(({ name }) => name);
    return names.filter((name) => !(name in this.elsewhere) && !findPart(this, name));
  }

  /** Marks the visible parts, again whenever one of them or the page is resized or scrolls. */
  mark(): void {
    for (const { name } of this.#parts) {
      const part = findPart(this, name);
      if (part) this.#resizes.observe(part);
    }
    this.#resizes.observe(this);
    this.renderRoot.querySelector<HTMLElement>('.marks')?.showPopover();
  }

  protected override render(): TemplateResult {
    return html`<ol>
        ${this.#parts.map(
          ({ name, description }, index) =>
            html`<li>
              <span class="number">${index + 1}</span>
              <code>::part(${name})</code>
              <span
                >${description}${name in this.elsewhere ? ` See the story “${this.elsewhere[name]}”.` : ''}</span
              >
            </li>`,
        )}
      </ol>
      <slot></slot>
      <div class="marks" popover="manual" aria-hidden="true">
        ${this.marks.map(
          ({ outline, left, top, number }) =>
            html`<div
                class="outline"
                style="left: ${outline.left}px; top: ${outline.top}px; width: ${outline.width}px; height: ${outline.height}px"
              ></div>
              <div class="number" style="left: ${left}px; top: ${top}px">${number}</div>`,
        )}
      </div>`;
  }

  get #parts(): readonly { name: string; description?: string }[] {
    return elements.find(({ tagName }) => tagName === this.tag)?.cssParts ?? [];
  }

  #measure(): void {
    const marks = this.#parts.flatMap(({ name }, index): Mark[] => {
      const part = findPart(this, name);
      if (!part || name in this.elsewhere) return [];
      const { left, top, width, height } = part.getBoundingClientRect();
      const outline = { left: left + window.scrollX, top: top + window.scrollY, width, height };
      return [{ number: index + 1, outline, left: Math.max(0, outline.left - numberSize), top: outline.top }];
    });
    separateNumbers(marks);
    this.marks = marks;
  }
}

customElements.define('part-figure', PartFigure);

/** Marks the parts in the figure of a story, as soon as each is visible. */
export async function markParts(canvasElement: HTMLElement): Promise<void> {
  const figure = canvasElement.querySelector<PartFigure>('part-figure')!;
  await waitFor(() => expect(figure.missingParts).toEqual([]));
  figure.mark();
}

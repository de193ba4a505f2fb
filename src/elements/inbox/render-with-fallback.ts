import { noChange, type ChildPart } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { insertPart, setChildPartValue } from 'lit/directive-helpers.js';

class RenderWithFallback extends Directive {
  #part: ChildPart | undefined;

  render(_render: () => unknown, renderFallback: (error: unknown) => unknown): unknown {
    return renderFallback(undefined);
  }

  override update(part: ChildPart, [render, renderFallback]: Parameters<this['render']>): typeof noChange {
    this.#part ??= insertPart(part);
    try {
      setChildPartValue(this.#part, render());
    } catch (error) {
      setChildPartValue(this.#part, renderFallback(error));
    }
    return noChange;
  }
}

/**
 * Renders the value of a function, and the fallback if the function throws or Lit cannot render its value. Without it,
 * one bad value would leave the whole template unrendered.
 */
export const renderWithFallback = directive(RenderWithFallback);

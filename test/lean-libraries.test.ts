import { describe, expect, it } from 'vitest';
import { leanLibraries } from '../scripts/lean-libraries.mjs';

function build(code: string): unknown {
  const { transform } = leanLibraries();
  if (typeof transform !== 'function') throw new TypeError('It transforms nothing.');
  return Reflect.apply(transform, null, [code, '/src/elements/card.ts']);
}

const lost = [
  'import { repeat } from "lit/directives/repeat.js";',
  'import { query } from "lit/decorators.js";',
  'import { property, eventOptions } from "lit/decorators.js";',
  '@property({ reflect: true }) look = "";',
  '@property({ type: String, reflect: true }) look = "";',
  '@property({ converter: { fromAttribute: read } }) ids;',
  '@property({ type: Array }) ids;',
  'override firstUpdated() {}',
  'import { Task } from "@lit/task"; const { task } = this; show(task.value);',
  'import { Task } from "@lit/task"; this.task.render({ error: () => nothing });',
  'html`<button @click=${{ handleEvent: press, once: true }}></button>`',
  'html`<a title="a > b ${name}"></a>`',
  'html`<a title="a < b ${name}"></a>`',
  'html`<a title="${name} > ${other}"></a>`',
  'html`<style>${rules}</style>`',
  'css`a { color: ${color} }`',
];

const kept = [
  'import { property } from "lit/decorators.js";',
  'import { property, state } from "lit/decorators.js";',
  '@property({ attribute: "is-open", type: Boolean, reflect: true }) isOpen = false;',
  '@property({ converter: readIds }) ids;',
  'import { Task } from "@lit/task"; if (this.#task.status === TaskStatus.ERROR) this.#task.run();',
  'html`<a class="item ${name}" @click=${() => this.open()}>${name} > ${other}</a>`',
  'html`<a class="item" title=${a > b ? name : ""}>${name}</a>`',
];

describe('The files for script tags', () => {
  it.each(lost)('are not built where what they leave out is used: %s', (code) => {
    expect(() => build(code)).toThrow('is cut away from Lit, and used in /src/elements/card.ts');
  });

  it.each(kept)('are built with %s', (code) => {
    expect(build(code)).toBeUndefined();
  });
});

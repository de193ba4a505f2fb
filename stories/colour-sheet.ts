import { css, html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { tokens as tokenStyles } from '../src/styles/tokens.js';
import { contrast, graphicPairs, minContrast, textPairs, toRgba, type Colour } from './contrast.js';
import { colourTokens, type Item } from './manifest.js';

const toHex = (colour: Colour): string =>
  `#${colour
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

const toShortName = ({ name }: Item): string => name.replace('--nudge-', '');

/** The colour tokens with their values, and the contrast of those that are used together. All is computed in the page. */
export class ColourSheet extends LitElement {
  static override properties: PropertyDeclarations = { scheme: {} };
  static override styles = [
    tokenStyles,
    css`
      :host {
        display: block;
        color: var(--_text);
        font: 14px / 1.4 var(--_font);
      }

      h2 {
        margin: 32px 0 12px;
        font-size: 18px;
      }

      h2:first-child {
        margin-block-start: 0;
      }

      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
        gap: 12px;
        margin: 0;
        padding: 0;
        list-style: none;
      }

      li {
        overflow: hidden;
        border: 1px solid var(--_border);
        border-radius: 10px;
        background: var(--_surface);
      }

      .sample {
        display: grid;
        place-items: center;
        block-size: 64px;
        border-block-end: 1px solid var(--_border);
        font-weight: 500;
      }

      .edge {
        inline-size: 72px;
        block-size: 28px;
        border: 2px solid;
        border-radius: 8px;
      }

      .facts {
        display: grid;
        gap: 2px;
        padding: 10px 12px;
      }

      .figure {
        font-size: 20px;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }

      code {
        font-size: 12px;
      }

      .muted {
        color: var(--_text-muted);
        font-size: 12px;
      }

      .fails {
        color: var(--_danger);
      }
    `,
  ];

  /** The colours are computed whenever it changes. */
  scheme = '';
  #colours = new Map<string, Colour>();

  protected override willUpdate(): void {
    const probe = document.createElement('i');
    this.renderRoot.append(probe);
    const names = [...colourTokens.map(toShortName), ...textPairs.flat(), ...graphicPairs.flat()];
    for (const name of new Set(names)) {
      probe.style.color = `var(--_${name})`;
      this.#colours.set(name, toRgba(getComputedStyle(probe).color));
    }
    probe.remove();
  }

  protected override render(): TemplateResult {
    return html`<h2>Colours</h2>
      <ul>
        ${colourTokens.map((token) => this.#renderToken(token))}
      </ul>
      <h2>Text: at least ${minContrast.text} to 1</h2>
      <ul>
        ${textPairs.map(([front, back]) =>
          this.#renderPair(
            front,
            back,
            minContrast.text,
            html`<span style="color: ${this.#hex(front)}">Your order has shipped</span>`,
          ),
        )}
      </ul>
      <h2>Edges and marks: at least ${minContrast.graphic} to 1</h2>
      <ul>
        ${graphicPairs.map(([front, back]) =>
          this.#renderPair(
            front,
            back,
            minContrast.graphic,
            html`<div class="edge" style="border-color: ${this.#hex(front)}"></div>`,
          ),
        )}
      </ul>`;
  }

  #renderToken(token: Item): TemplateResult {
    const value = this.#hex(toShortName(token));
    return html`<li>
      <div class="sample" style="background: ${value}"></div>
      <div class="facts">
        <code>${token.name}</code>
        <code class="muted">${value}</code>
        <span class="muted">${token.description}</span>
      </div>
    </li>`;
  }

  #renderPair(front: string, back: string, least: number, sample: TemplateResult): TemplateResult {
    const found = contrast(this.#colour(front), this.#colour(back));
    const isEnough = found >= least;
    // Rounded down, since 4.496 is not enough.
    return html`<li>
      <div class="sample" style="background: ${this.#hex(back)}">${sample}</div>
      <div class="facts">
        <span class="figure ${isEnough ? '' : 'fails'}">${(Math.floor(found * 100) / 100).toFixed(2)}</span>
        <span><code>${front}</code> on <code>${back}</code></span>
        <span class="muted ${isEnough ? '' : 'fails'}">${isEnough ? '✓ passes' : '✗ fails'} ${least}</span>
      </div>
    </li>`;
  }

  #colour(name: string): Colour {
    return this.#colours.get(name)!;
  }

  #hex(name: string): string {
    return toHex(this.#colour(name));
  }
}

customElements.define('colour-sheet', ColourSheet);

/** @param scheme light or dark; the colours are computed whenever it changes */
export const renderColourSheet = (scheme: string): TemplateResult =>
  html`<colour-sheet .scheme=${scheme}></colour-sheet>`;

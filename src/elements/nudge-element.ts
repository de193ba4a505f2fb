import { adoptStyles, LitElement, type CSSResultOrNative } from 'lit';
import { version } from '../version.js';

/** What all elements have in common. */
export abstract class NudgeElement extends LitElement {
  /** The package's version, told where two are loaded on one page. */
  static readonly version: string = version;

  readonly #styles: readonly CSSResultOrNative[];

  constructor() {
    super();
    this.#styles = new.target.elementStyles;
  }

  protected override createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#adoptStyles(root);
    return root;
  }

  protected adoptedCallback(): void {
    if (this.shadowRoot) this.#adoptStyles(this.shadowRoot);
  }

  /** A document takes only sheets that were made in it: https://drafts.csswg.org/cssom/#extensions-to-the-document-or-shadow-root-interface */
  #adoptStyles(root: ShadowRoot): void {
    const { ownerDocument } = this;
    const view = ownerDocument.defaultView;
    if (ownerDocument === document) adoptStyles(root, [...this.#styles]);
    else if (view) {
      root.adoptedStyleSheets = this.#styles.map((style) => {
        const sheet = new view.CSSStyleSheet();
        sheet.replaceSync('cssText' in style ? style.cssText : '');
        return sheet;
      });
    }
  }
}

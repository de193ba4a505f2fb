import { LitElement, type CSSResultOrNative } from 'lit';
import { version } from '../../version.js';
import { containEvents, containFields } from './boundary/contain-events.js';
import { showTooltip } from './tooltip.js';

/**
 * One style sheet for each list of styles: whenever a shadow root is added, browsers go through the sheets of all
 * shadow roots of the page.
 */
const sheets = new WeakMap<readonly CSSResultOrNative[], CSSStyleSheet>();

/** The base class of all elements: one shared style sheet for each class, also in another document. */
export abstract class NudgeElement extends LitElement {
  /** The version of the package, for the warning when two are loaded on one page. */
  static readonly version: string = version;

  /** Those of the class first. */
  readonly #styles: (readonly CSSResultOrNative[])[];
  /** Exists once it is an element of the page, and not part of another one. */
  #containing: AbortController | undefined;

  constructor() {
    super();
    this.#styles = [new.target.elementStyles];
  }

  /** @internal Adds the styles of code that is loaded later than the element. */
  addStyles(styles: readonly CSSResultOrNative[]): void {
    this.#styles.push(styles);
    if (this.shadowRoot) this.#adoptStyles(this.shadowRoot, [styles]);
  }

  protected override createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#adoptStyles(root, this.#styles);
    containFields(root);
    root.addEventListener('pointerover', showTooltip);
    root.addEventListener('focusin', showTooltip);
    return root;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const around = this.getRootNode();
    const isPart = around instanceof ShadowRoot && around.host instanceof NudgeElement;
    if (isPart || !this.shadowRoot) return;
    this.#containing = new AbortController();
    containEvents(this, this.shadowRoot, this.#containing.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#containing?.abort();
  }

  protected adoptedCallback(): void {
    if (this.shadowRoot) this.#adoptStyles(this.shadowRoot, this.#styles);
  }

  /** A document accepts only sheets that were constructed in it: https://drafts.csswg.org/cssom/#extensions-to-the-document-or-shadow-root-interface */
  #adoptStyles(root: ShadowRoot, styles: readonly (readonly CSSResultOrNative[])[]): void {
    const { ownerDocument } = this;
    const view = ownerDocument === document ? globalThis : ownerDocument.defaultView;
    if (!view) return;
    for (const list of styles) {
      let sheet = view === globalThis ? sheets.get(list) : undefined;
      if (!sheet) {
        const text = list.map((style) => ('cssText' in style ? style.cssText : '')).join('');
        // A simulated page, such as that of jsdom.
        if (!('adoptedStyleSheets' in root && 'replaceSync' in view.CSSStyleSheet.prototype)) {
          root.append(Object.assign(ownerDocument.createElement('style'), { textContent: text }));
          continue;
        }
        sheet = new view.CSSStyleSheet();
        sheet.replaceSync(text);
        if (view === globalThis) sheets.set(list, sheet);
      }
      root.adoptedStyleSheets.push(sheet);
    }
  }
}

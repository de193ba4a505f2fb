const reactiveElement = /[\\/]reactive-element\.js$/;
const litElement = /[\\/]lit-element\.js$/;
const cssTag = /[\\/]css-tag\.js$/;
const taskFile = /[\\/]task[\\/]task\.js$/;

/** Of Lit's elements, style sheets and tasks the same: see lean-lit-html.mjs. */
export const litElementCuts = [
  // Style sheets that stand as they are in the code, in browsers that can adopt them.
  [
    cssTag,
    /const t=globalThis[\s\S]*(?=export\{)/,
    `const n = 0, c = 0, e = 0, r = 0,
      i = ([cssText]) => ({ cssText }),
      S = (root, styles) => {
        root.adoptedStyleSheets = styles.map((style) => {
          if (!style.sheet) (style.sheet = new CSSStyleSheet()).replaceSync(style.cssText);
          return style.sheet;
        });
      };`,
  ],

  // Newer decorators, accessors of one's own, other converters than one for each direction, initial values of
  // attributes, what subclasses may override of the update cycle. Only Booleans are reflected, and these need no
  // guard against their own echo, for a second time changes nothing.
  [
    reactiveElement,
    /const\{is:i[\s\S]*?push\("2\.1\.2"\);/,
    `const u = 0, f = (a, b) => !Object.is(a, b);
    class y extends HTMLElement {
      static elementProperties = new Map();
      static get observedAttributes() {
        this._$Eh = new Map();
        for (const [name, { attribute }] of this.elementProperties) attribute && this._$Eh.set(attribute, name);
        return [...this._$Eh.keys()];
      }
      static createProperty(name, { attribute = name.toLowerCase(), ...rest } = {}) {
        const key = Symbol(), options = { attribute, ...rest };
        if (!Object.hasOwn(this, 'elementProperties')) this.elementProperties = new Map(this.elementProperties);
        this.elementProperties.set(name, options);
        Object.defineProperty(this.prototype, name, {
          get() { return this[key]; },
          set(value) {
            const old = this[key];
            this[key] = value;
            this.requestUpdate(name, old, options);
          },
          configurable: true,
          enumerable: true,
        });
      }
      static get elementStyles() { return this.styles; }
      constructor() {
        super();
        this._$EO = [];
        this._$Eq = new Set();
        this._$AL = new Map();
        this._$Ep = new Map();
        this._$ES = new Promise((resolve) => (this.enableUpdating = resolve));
        for (const name of this.constructor.elementProperties.keys())
          if (Object.hasOwn(this, name)) {
            this._$Ep.set(name, this[name]);
            delete this[name];
          }
        this.requestUpdate();
      }
      addController(controller) {
        this._$EO.push(controller);
        if (this.renderRoot && this.isConnected) controller.hostConnected?.();
      }
      connectedCallback() {
        this.renderRoot ??= this.createRenderRoot();
        this.enableUpdating();
        this._$EO.forEach((controller) => controller.hostConnected?.());
      }
      disconnectedCallback() { this._$EO.forEach((controller) => controller.hostDisconnected?.()); }
      attributeChangedCallback(attribute, _old, text) {
        const name = this.constructor._$Eh.get(attribute);
        const { converter, type } = this.constructor.elementProperties.get(name);
        this[name] = converter ? converter(text) : type === Boolean ? text !== null : type && text !== null ? type(text) : text;
      }
      requestUpdate(name, old, options) {
        if (name !== undefined) {
          if (!f(this[name], old)) return;
          if (!this._$AL.has(name)) this._$AL.set(name, this.hasUpdated ? old : undefined);
          if (options?.reflect) this._$Eq.add(name);
        }
        if (!this.isUpdatePending) this._$ES = this._$EP();
      }
      async _$EP() {
        this.isUpdatePending = true;
        try {
          await this._$ES;
        } catch (error) {
          Promise.reject(error);
        }
        for (const [name, value] of this._$Ep) this[name] = value;
        this._$Ep.clear();
        const changed = this._$AL;
        try {
          this.willUpdate(changed);
          this._$EO.forEach((controller) => controller.hostUpdate?.());
          this.update(changed);
        } catch (error) {
          this._$EM();
          throw error;
        }
        this._$EO.forEach((controller) => controller.hostUpdated?.());
        this.hasUpdated = true;
        this.updated(changed);
        return !this.isUpdatePending;
      }
      _$EM() {
        this._$AL = new Map();
        this.isUpdatePending = false;
      }
      get updateComplete() { return this._$ES; }
      willUpdate() {}
      update() {
        for (const name of this._$Eq)
          this.toggleAttribute(this.constructor.elementProperties.get(name).attribute, !!this[name]);
        this._$Eq.clear();
        this._$EM();
      }
      updated() {}
    }
    `,
  ],
  [
    litElement,
    /const s=globalThis;.*?push\("4\.2\.2"\);/,
    `class i extends t {
      update(changed) {
        const value = this.render();
        super.update(changed);
        e(value, this.renderRoot, { host: this });
      }
    }
    const n = 0;`,
  ],
  [
    taskFile,
    /class h\{.*(?=const r=)/s,
    `class h {
      i = 0;
      constructor(host, config) {
        (this._ = host).addController(this);
        this.v = config;
      }
      hostUpdate() {
        const args = this.v.args(), old = this.O;
        this.O = args;
        if (!old || !r(old, args)) this.run(args);
      }
      async run(args = this.v.args()) {
        this.O = args;
        if (this.i === 1) this.q.abort();
        this.i = 1;
        this._.requestUpdate();
        const { signal } = (this.q = new AbortController());
        let failed, error;
        try {
          await this.v.task(args, { signal });
        } catch (e) {
          failed = true;
          error = e;
        }
        if (this.q.signal === signal) {
          try {
            if (failed) this.v.onError?.(error);
          } catch {}
          this.i = failed ? 3 : 2;
          this._.requestUpdate();
        }
      }
      get status() { return this.i; }
    }
    `,
  ],
  [
    /[\\/]reactive-element[\\/]decorators[\\/]property\.js$/,
    /^[\s\S]*$/,
    'export const property = (options) => (prototype, name) => prototype.constructor.createProperty(name, options);',
  ],
  [
    /[\\/]helpers[\\/]esm[\\/]decorate\.js$/,
    /^[\s\S]*$/,
    'export default (decorators, prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));',
  ],
];

/** What of Lit src/ may not use, since it is cut away here and in lean-lit-html.mjs. */
export const notInLit = new RegExp(
  [
    // Other modules, and decorators beyond those of properties.
    /from ["'](lit\/(?!decorators\.js)|lit-html)/,
    /import \{(?! *(property|state)(, *(property|state))? *\})[^}]*\} from ["']lit\/decorators/,
    // Options of properties and tasks, and steps of the update cycle.
    /\[property\(.*, null\)/,
    /\bproperty\(\{(?![^}]*type: Boolean)[^}]*reflect: true|\bconverter: \{/,
    /\b(addInitializer|removeController|shadowRootOptions|renderOptions|shouldUpdate|firstUpdated|performUpdate)\b/,
    /\b(scheduleUpdate|getUpdateComplete|type: (Object|Array)|hasChanged|useDefault|noAccessor|argsEqual)\b/,
    /\b(autoRun|initialValue|initialState|onComplete|taskComplete)\b/,
    /@lit\/task["'][\s\S]*(\.(value|error)\b(?!\()|\.render\(\{)/,
    // In templates and style sheets: other kinds of them, raw text, and a bracket before an attribute's expression.
    /\b(noChange|unsafeCSS|handleEvent)\b|\b(svg|mathml)`/,
    /css`[^`]*\$\{/,
    /<(script|style|textarea|title|!--)/,
    /="[^"`<>]*[<>][^"`]*\$\{/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

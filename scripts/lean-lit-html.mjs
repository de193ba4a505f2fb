const litHtml = /[\\/]lit-html\.js$/;

/**
 * Of Lit, all that our elements and templates do not use, and what it leaves on `globalThis` for other copies of
 * itself: a file for a script tag adds one global of its own alone. `notInLit` holds src/ to that, and the minifier
 * of templates writes each attribute that has an expression in double quotes. The whole suite of elements runs with
 * these cuts as well.
 */
export const litHtmlCuts = [
  // Directives, other namespaces, comments, raw text, tag names, elements' own expressions, unquoted attributes and
  // listeners' options. What stays: texts, nodes, lists, templates, attributes, properties, Booleans and listeners;
  // the check that a template is one that was written in code; and the policy for Trusted Types.
  [litHtml, /o=`lit\$.*?(?=l=document)/, 'n="?"+h,r=`<${n}>`,'],
  [
    litHtml,
    /a=t=>null===t.*?(?=E=Symbol)/,
    'a=t=>Object(t)!==t,u=Array.isArray,b=(t,...i)=>({_$litType$:1,strings:t,values:i}),w=0,T=0,',
  ],
  [litHtml, /P=l\.createTreeWalker\(l,129\)/, 'P=t=>l.createTreeWalker(t,129)'],
  [
    litHtml,
    /const N=.*?(?=class k\{)/,
    `class S {
      constructor(strings) {
        const parts = (this.parts = []), names = [], last = strings.length - 1;
        let isTag, node, index = 0;
        const markup = V(strings, strings.map((text, i) => {
          if (i === last) return text || '<?>';
          const d = text.lastIndexOf('<') - text.lastIndexOf('>');
          if (d) isTag = d > 0;
          return isTag
            ? text.replace(/([^\\s"]+)(="[^"]*)$/, (_, name, rest) => (names.push(name), name + h + rest)) + h
            : text + r;
        }).join(''));
        this.el = l.createElement('template');
        this.el.innerHTML = markup;
        const walker = P(this.el.content);
        for (; parts.length < last && (node = walker.nextNode()); index++)
          if (node.nodeType === 8) node.data === n && parts.push({ index });
          else
            for (const name of node.getAttributeNames())
              if (name.endsWith(h)) {
                const [, kind, own] = /([.?@])?(.*)/.exec(names.shift());
                parts.push({
                  index,
                  name: own,
                  strings: node.getAttribute(name).split(h),
                  ctor: kind === '.' ? I : kind === '?' ? L : kind === '@' ? z : H,
                });
                node.removeAttribute(name);
              }
      }
    }
    class R {
      constructor(template, options) {
        let index = -1, node;
        this._$AD = template;
        this.el = l.importNode(template.el.content, true);
        const walker = P(this.el);
        this._$AV = template.parts.map((part) => {
          for (; index < part.index; index++) node = walker.nextNode();
          return part.ctor
            ? new part.ctor(node, part.name, part.strings, options)
            : new k(node, node.nextSibling, options);
        });
      }
      p(values) {
        let i = 0;
        for (const part of this._$AV) {
          part._$AI(values[i], values, i);
          i += part.strings ? part.strings.length - 1 : 1;
        }
      }
    }`,
  ],
  [
    litHtml,
    /class k\{.*?(?=_\(t\)\{)/,
    `class k {
      constructor(start, end, options) {
        this._$AH = A;
        this._$AA = start;
        this._$AB = end;
        this.options = options;
      }
      _$AI(t) {
        if (a(t)) t === A || t == null || t === '' ? (this._$AR(), (this._$AH = A)) : t !== this._$AH && this._(t);
        else if (t._$litType$) this.$(t);
        else t.nodeType ? this.T(t) : t[Symbol.iterator] ? this.k(t) : this._(t);
      }
      O(t) { return this._$AA.parentNode.insertBefore(t, this._$AB); }
      T(t) { if (this._$AH !== t) { this._$AR(); this._$AH = this.O(t); } }`,
  ],
  [
    litHtml,
    /\$\(t\)\{const\{values:i.*?(?=class L )/,
    `$({ strings, values }) {
        let template = C.get(strings);
        template || C.set(strings, (template = new S(strings)));
        if (this._$AH._$AD === template) return this._$AH.p(values);
        const t = new R(template, this.options);
        t.p(values);
        this.T(t.el);
        this._$AH = t;
      }
      k(values) {
        u(this._$AH) || (this._$AR(), (this._$AH = []));
        let part, i = 0;
        for (const value of values)
          (part = this._$AH[i++] ??= new k(this.O(c()), this.O(c()), this.options))._$AI(value);
        this._$AR(part?._$AB.nextSibling);
        this._$AH.length = i;
      }
      _$AR(t = this._$AA.nextSibling) {
        while (t !== this._$AB) {
          const next = t.nextSibling;
          t.remove();
          t = next;
        }
      }
    }
    class H {
      constructor(element, name, strings, options) {
        this._$AH = A;
        this.element = element;
        this.name = name;
        this.options = options;
        this.strings = strings;
      }
      _$AI(t, values, i) {
        const { strings } = this;
        if (strings.length > 2 || strings.join('')) {
          t = strings[0];
          for (let j = 1; j < strings.length; j++) {
            const value = values[i++];
            t = t === A || value === A ? A : t + (value ?? '') + strings[j];
          }
        }
        if (t !== this._$AH || !a(t)) this.j((this._$AH = t));
      }
      j(t) { t === A ? this.element.removeAttribute(this.name) : this.element.setAttribute(this.name, t ?? ''); }
    }
    class I extends H {
      j(t) { this.element[this.name] = t === A ? void 0 : t; }
    }`,
  ],
  [
    litHtml,
    /class L .*?push\("3\.3\.3"\);/,
    `class L extends H {
      j(t) { this.element.toggleAttribute(this.name, !!t && t !== A); }
    }
    class z extends H {
      constructor(...of) {
        super(...of);
        this.element.addEventListener(this.name, this);
      }
      _$AI(t) { this._$AH = t; }
      handleEvent(event) { if (typeof this._$AH == 'function') this._$AH.call(this.options.host, event); }
    }
    const j = 0;`,
  ],
  [
    litHtml,
    /(?<=const D=).*?(?=;export)/,
    '(t,i,s)=>(i._$litPart$??=new k(i.appendChild(c()),null,s))._$AI(t)',
  ],
];

/** What a part exports, by name. */
type Exports = Record<string, unknown>;

/** Returns what a part exports, or a promise of it while the part is not loaded. */
type Require = (name: string) => Exports | Promise<Exports>;

/** Allows what a page with Trusted Types would otherwise forbid: the templates of Lit, and the addresses of the parts. */
interface Policy {
  createHTML: (html: string) => unknown;
  createScriptURL: (name: string) => unknown;
}

/** The code of a part. It gets what it imports by `require`, and adds what it exports to `exports`. Only the first uses `policy`. */
type PartCode = (require: Require, exports: Exports, policy: Policy | undefined) => void;

interface PolicyFactory {
  createPolicy: (name: string, rules: Policy) => Policy;
}

/** By name, which is the address relative to the first file: the hash of each part, then the names of those that it imports. */
type Parts = Record<string, [integrity: string, ...imports: string[]]>;

/** The element that loads a part, to which the part's file adds its code. */
type PartScript = HTMLScriptElement & { nudgeInboxPart?: PartCode };

/**
 * Runs the first file for a classic script tag, and loads the other parts of the build when it calls for them.
 * `scripts/classic-parts.ts` writes this function into that file, so that it cannot import anything.
 *
 * @param runFirst the code of the first file, with the Trusted Types policy that it shares with this function
 * @param parts all that can be loaded
 */
export function startParts(runFirst: PartCode, parts: Parts): void {
  const { currentScript } = document;
  /** The tag of the first file. Parts load from the same folder, with the same attributes. */
  const tag = currentScript instanceof HTMLScriptElement && currentScript.src ? currentScript : null;
  // CDNs serve the first file for the name of the package alone, as in `/npm/nudge-inbox@0.1.0`.
  const address = tag?.src.replace(/\/nudge-inbox(@[^/]*)?$/, '$&/dist/cdn/');
  const policy = createPolicy();
  const loaded = new Map<string, Exports>();
  const loading = new Map<string, Promise<Exports>>();

  /** The address of a part. No other address gets through the policy. */
  function addressOf(name: string): string {
    if (!Object.hasOwn(parts, name)) throw new TypeError(`${name} is no part of Nudge Inbox.`);
    return new URL(name, address).href;
  }

  /** Undefined without Trusted Types, and where the page does not allow this policy or a second one of this name. */
  function createPolicy(): Policy | undefined {
    const page: { trustedTypes?: PolicyFactory } & typeof globalThis = globalThis;
    try {
      return page.trustedTypes?.createPolicy('nudge-inbox', {
        createHTML: (html) => html,
        createScriptURL: addressOf,
      });
    } catch {
      return undefined;
    }
  }

  function runPart(name: string, code: PartCode): Exports {
    const exports = {};
    code(requirePart, exports, policy);
    loaded.set(name, exports);
    return exports;
  }

  function requirePart(name: string): Exports | Promise<Exports> {
    return loaded.get(name) ?? loadPart(name);
  }

  /** Loads a part beside all that it imports, and runs it after these. If that fails, the next call tries again. */
  function loadPart(name: string): Promise<Exports> {
    let promise = loading.get(name);
    if (!promise) {
      const [, ...imports] = parts[name] ?? [];
      promise = Promise.all([fetchPart(name), ...imports.map(requirePart)]).then(([code]) =>
        runPart(name, code),
      );
      loading.set(name, promise);
      promise.catch(() => loading.delete(name));
    }
    return promise;
  }

  /** Fetches the code of a part by a script element. */
  async function fetchPart(name: string): Promise<PartCode> {
    if (!tag) throw new Error('The address of nudge-inbox.iife.js is unknown.');
    const script: PartScript = document.createElement('script');
    // A page that loads the first file by its hash gets nothing that was not verified.
    if (tag.integrity) script.integrity = parts[name]?.[0] ?? '';
    script.crossOrigin = tag.crossOrigin;
    script.referrerPolicy = tag.referrerPolicy;
    script.nonce = tag.nonce;
    // Throws under Trusted Types without the policy.
    Object.assign(script, { src: policy ? policy.createScriptURL(name) : addressOf(name) });
    await new Promise((resolve) => {
      script.onload = script.onerror = resolve;
      document.head.append(script);
    });
    // Not sooner: WebKit collects a script that is in no document as garbage while it loads, and no event ever comes.
    script.remove();
    if (!script.nudgeInboxPart) throw new Error(`${script.src} could not be loaded.`);
    return script.nudgeInboxPart;
  }

  if (!tag) {
    console.warn(
      '[nudge-inbox] Its parts cannot be found, since the script has no address: load nudge-inbox.iife.js by a <script> with src.',
    );
  }
  runPart('./nudge-inbox.iife.js', runFirst);
}

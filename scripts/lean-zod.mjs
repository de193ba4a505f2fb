const zodCore = /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/;
const zodErrors = /[\\/]zod[\\/]v4[\\/]core[\\/]errors\.js$/;
const zodParse = /[\\/]zod[\\/]v4[\\/]core[\\/]parse\.js$/;
const zodSchemas = /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/;
const zodUtil = /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/;
export const zodMini = /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/;

/**
 * Of zod, all that is not parsing at once, by loose objects and by transforms that give no undefined: the two kinds
 * of schema that src/ allows itself in a browser. The rest hangs on objects, where a bundler cannot know it unused.
 */
export const zodCuts = [
  // What it leaves on globalThis for other copies of zod: a file for a script tag adds one global of its own alone.
  [zodCore, '(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});', ''],
  [zodCore, 'globalThis.__zod_globalConfig;', '{};'],

  // Schemas are made by `new` alone, each of one kind: no traits, no subclasses, no members on shared prototypes.
  [
    zodCore,
    /(?<=function \$constructor\()[\s\S]*?\n\}(?=\n\/{9})/,
    `_name, initialize, members) {
      const Schema = function (def) { Schema.init(this, def); };
      Schema.init = (inst, def) => {
        inst._zod ??= { def };
        initialize(inst, def);
        Object.assign(inst, members);
      };
      return Schema;
    }`,
  ],
  // An error tells the paths of its issues, and no text of any language.
  [
    zodErrors,
    /(?<=export const \$ZodRealError = )\$constructor\([^)]*\)/,
    'class extends Error { constructor(issues) { super(); this.issues = issues; } }',
  ],
  [
    zodParse,
    /(?<=export const _parse = )[\s\S]*?\n\};/,
    `(Err) => (schema, value) => {
      const result = schema._zod.parse({ value, issues: [] });
      if (result.issues.length) throw new Err(result.issues);
      return result.value;
    };`,
  ],
  [
    zodParse,
    /(?<=export const _safeParse = )[\s\S]*?\n\};/,
    `(Err) => (schema, value) => {
      const result = schema._zod.parse({ value, issues: [] });
      return result.issues.length
        ? { success: false, error: new Err(result.issues) }
        : { success: true, data: result.value };
    };`,
  ],
  [zodCore, /(?<=export const NEVER = )[\s\S]*?\}\)/, 'null'],
  // What would be left of the parts that are dropped, for a bundler cannot know it to be without effect.
  [zodCore, /let _E = [^\n]*/, 'let _E;'],
  [zodErrors, /(?<=const _installedToString = )[^\n]*/, '0;'],
  [zodUtil, /(?<=export const captureStackTrace = )[^\n]*/, '0;'],
  // No checks run after a schema, so that to parse is all of its run.
  [zodSchemas, /\$ZodType\.init\(inst, def\);/g, ''],
  [
    zodSchemas,
    /(?<=export const \$ZodTransform = [^\n]*\n)[\s\S]*?(?=\n\}\);)/,
    `inst._zod.parse = (payload) => {
      payload.value = def.transform(payload.value, payload);
      return payload;
    };`,
  ],
  // No key is optional, and an unknown one is kept as it is: all but __proto__, which would replace the prototype.
  [
    zodSchemas,
    /(?<=export const \$ZodObject = [^\n]*\n)[\s\S]*?(?=\n\}\);)/,
    `const { shape } = def;
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (!util.isObject(input)) {
        payload.issues.push({});
        return payload;
      }
      payload.value = {};
      for (const [key, schema] of Object.entries(shape)) {
        const result = schema._zod.parse({ value: input[key], issues: [] });
        payload.issues.push(...util.prefixIssues(key, result.issues));
        payload.value[key] = result.value;
      }
      for (const key in input)
        if (!Object.hasOwn(shape, key) && key !== '__proto__') payload.value[key] = input[key];
      return payload;
    };`,
  ],
  [zodMini, /(?<=export const ZodMiniType = [^\n]*\n)[\s\S]*?(?=\n\}, \{)/, ''],
  [zodMini, /(?<=\n\}, \{\n)[\s\S]*?(?= {4}parse\(data)/, ''],
  [
    zodMini,
    /parse\(data, params\) \{[^}]*\}\);\n {4}\},/,
    'parse(data) { return parse.parse(this, data); },',
  ],
  [zodMini, /parseAsync\(data[\s\S]*?(?=\n {4}safeParse\(data)/, ''],
  [
    zodMini,
    /safeParse\(data, params\)[\s\S]*?\n {4}apply\([\s\S]*?\n {4}\},/,
    'safeParse(data) { return parse.safeParse(this, data); },',
  ],
  [zodMini, /util\.installLazyProp\(inst, "shape"[^\n]*/, ''],
  [zodMini, /(?<=function looseObject\()[\s\S]*?\n\}/, 'shape) { return new ZodMiniObject({ shape }); }'],
  [zodMini, /(?<=new ZodMiniTransform\(\{)\s*type: "transform",/, ''],
];

/** The kinds of schema that are left of zod; any other would no longer do what it says. */
export const kinds = /^(ZodMini(Type|Object|Transform)|looseObject|transform)$/;

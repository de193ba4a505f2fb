import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** The files that a command is about to create or change. None is written before all are known to fit. */
export class Edits {
  #contents = new Map();

  read(path) {
    return this.#contents.get(path) ?? readFileSync(path, 'utf8');
  }

  create(path, content) {
    if (existsSync(path)) throw new Error(`${path} exists already.`);
    this.#contents.set(path, content);
  }

  append(path, content) {
    this.#contents.set(path, this.read(path) + content);
  }

  /** Replaces the first match of the pattern, or each of a global one, by what `replace` returns for it. */
  change(path, pattern, replace) {
    const text = this.read(path);
    if (text.search(pattern) < 0) throw new Error(`${path} has changed: nothing in it matches ${pattern}.`);
    this.#contents.set(path, text.replace(pattern, replace));
  }

  /** Adds a name to those that a file imports from another one, or exports: the keyword is `import` or `export type`. */
  addName(path, keyword, name, from) {
    const text = this.read(path);
    const statements = [...text.matchAll(new RegExp(`^${keyword} [^;]*? from '(.+)';\\n`, 'gm'))];
    const known = statements.find(([statement, other]) => other === from && statement.includes('{'));
    if (known?.[0].match(new RegExp(`\\b${name}\\b`))) return;
    const statement = known
      ? known[0].replace(/,?\s*\}/, `, ${name} }`)
      : `${keyword} { ${name} } from '${from}';\n`;
    // In the order of the paths.
    const next = statements.find(([, other]) => other > from) ?? statements.at(-1);
    const start = (known ?? next)?.index ?? 0;
    const rest = text.slice(start + (known?.[0].length ?? 0));
    this.#contents.set(path, text.slice(0, start) + statement + rest);
  }

  /** Writes the files, formatted, and returns a line for each. */
  async write() {
    const files = [];
    for (const [path, content] of this.#contents)
      files.push([path, await format(content, { ...(await resolveConfig(path)), filepath: path })]);
    return files.map(([path, content]) => {
      const line = `${existsSync(path) ? 'changed' : 'created'} ${path}`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return line;
    });
  }
}

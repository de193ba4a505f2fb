import { runnerImport } from 'vite';

const folder = 'src/localization/locales';

/**
 * A language is a file with its messages. It is named where it is loaded, in Storybook, in the demo and in `docs/localization.md`, and in two
 * patterns that save `Intl` work.
 */
export async function addLanguage(edits, [tag = '']) {
  if (!/^[a-z]{2,3}$/.test(tag) || Intl.PluralRules.supportedLocalesOf(tag).length === 0)
    throw new Error(
      `“${tag}” is not the tag of a language, such as sv. A variety of one, such as pt-PT, is written by hand: ` +
        'languageTags() in src/localization/localization.ts says where it is shown.',
    );
  await addMessages(edits, tag);
  addToLists(edits, tag);
  addToPage(edits, tag);
}

async function addMessages(edits, tag) {
  const { module } = await runnerImport(`./${folder}/en.ts`);
  const rules = new Intl.PluralRules(tag);
  // The forms that small numbers have.
  const forms = new Set([...Array.from({ length: 200 }, (_, count) => rules.select(count + 1)), 'other']);
  const translate = (message) =>
    typeof message === 'string' || !('one' in message)
      ? message
      : Object.fromEntries([...forms].map((form) => [form, message[form] ?? message.other]));
  const messages = Object.entries(module.en).map(([name, message]) => [name, translate(message)]);
  edits.create(
    `${folder}/${tag}.ts`,
    `import type { Messages } from '../messages.js';\n\nexport const ${tag}: Partial<Messages> = ${JSON.stringify(Object.fromEntries(messages))};\n`,
  );
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const regions = letters.flatMap((first) => letters.map((second) => first + second));

/** What the function returns for a language in each region, without those that return the same. */
const inRegions = (tag, find) => new Set(regions.map((region) => find(`${tag}-${region}`)));

function addToLists(edits, tag) {
  edits.change('src/localization/load-language.ts', /(?:^ {2}\S+ \(\) => import.*\n)+/m, (lines) => {
    const tagOf = (line) => /[\w-]+/.exec(line)[0];
    const all = `${lines}  ${tag}: () => import('./locales/${tag}.js'),`.split('\n');
    return `${all.sort((one, other) => (tagOf(one) < tagOf(other) ? -1 : 1)).join('\n')}\n`;
  });
  edits.change('demo/try-it.html', /(?<=<option value="en">.*\n)(?: +<option value=".+">.*\n)+/, (lines) => {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
    const title = name[0].toLocaleUpperCase(tag) + name.slice(1);
    return `${`${lines}            <option value="${tag}">${title}</option>`.split('\n').sort().join('\n')}\n`;
  });

  const insert = (separator) => (tags) => [...tags.split(separator), tag].sort().join(separator);
  edits.change('.storybook/toolbars.ts', /(?<='en )[\w -]+/, insert(' '));
  const scripts = inRegions(tag, (locale) => new Intl.Locale(locale).maximize().script);
  if (scripts.size === 1)
    edits.change('src/elements/base/language.ts', /(?<=hasOneScript = \/\^\()[\w|]+/, insert('|'));
  const digits = inRegions(tag, (locale) => new Intl.NumberFormat(locale).resolvedOptions().numberingSystem);
  if ([...digits].join() === 'latn')
    edits.change('src/localization/messages.ts', /(?<=hasAsciiDigits = \/\^\(\?:)[\w|]+/, insert('|'));
}

/** Adds it to the table, which is read in columns. */
function addToPage(edits, tag) {
  edits.change('docs/localization.md', /(?<=^\| Tag .*\n\|.*\n)(?:\|.*\n)+/m, (table) => {
    const known = [...table.matchAll(/`([\w-]+)` +\| ([^|]+?) +\|/g)].map(([, tag, name]) => [tag, name]);
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag);
    const cells = [...known, [tag, name]].sort().map(([tag, name]) => ` \`${tag}\` | ${name} `);
    const height = Math.ceil(cells.length / 3);
    const rows = cells
      .slice(0, height)
      .map((cell, row) => [cell, cells[row + height], cells[row + 2 * height] ?? ' | ']);
    return rows.map((row) => `|${row.join('|')}|\n`).join('');
  });
}

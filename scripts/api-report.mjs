// The public types of every entry as published, in one file that is kept: docs/api-report.md. With `--check` it only
// says whether they are what they were, and fails where they are not.
import { generateDtsBundle } from 'dts-bundle-generator';
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import ts from 'typescript';

const report = 'docs/api-report.md';
const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(exports).flatMap(([entry, { types }]) =>
  /^\.\/dist\/[^*]+\.d\.ts$/.test(types)
    ? [{ entry: entry.replace('.', name), filePath: types.replace(/^\.\/dist\/(.+)\.d\.ts$/, 'src/$1.ts') }]
    : [],
);

const printer = ts.createPrinter({ removeComments: true });
/** Where two of one name meet, the bundler numbers them. */
const plain = (text) => text.replace(/^export (?:default )?/, '').replace(/\$\d+\b/g, '');
const told = new Set();

/** Each declaration once, under the first entry that has it, and without comments, which may be bettered at any time. */
function section(entry, code) {
  const file = ts.createSourceFile('api.d.ts', code, ts.ScriptTarget.Latest);
  const fresh = [];
  const known = [];
  for (const statement of file.statements) {
    const text = printer.printNode(ts.EmitHint.Unspecified, statement, file);
    if (!told.has(plain(text))) fresh.push(text);
    else if (text.startsWith('export ') && statement.name) known.push(`\`${statement.name.text}\``);
    told.add(plain(text));
  }
  return [
    `## ${entry}`,
    ...(known.length > 0 ? [`As above: ${known.sort().join(', ')}.`] : []),
    ...(fresh.length > 0 ? [`\`\`\`ts\n${fresh.join('\n')}\n\`\`\``] : []),
  ].join('\n\n');
}

const bundles = generateDtsBundle(
  entries.map(({ filePath }) => ({ filePath, output: { noBanner: true, exportReferencedTypes: false } })),
  { preferredConfigPath: 'tsconfig.build.json' },
);
const sections = entries.map(({ entry }, index) => section(entry, bundles[index]));
const text = await format(
  `# The public types\n\nMade by \`npm run api-report\`. Each stands under the first entry that has it. A change here is a change of what is promised: the changelog tells of it.\n\n${sections.join('\n\n')}`,
  { parser: 'markdown', printWidth: 110, singleQuote: true },
);

if (!process.argv.includes('--check')) writeFileSync(report, text);
else if (readFileSync(report, 'utf8') !== text) {
  console.error(`The public types are not those of ${report}. Where that is meant: npm run api-report.`);
  process.exitCode = 1;
}

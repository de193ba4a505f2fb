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

/** Without comments, which may be bettered at any time. */
const printer = ts.createPrinter({ removeComments: true });
const withoutComments = (code) =>
  printer.printFile(ts.createSourceFile('api.d.ts', code, ts.ScriptTarget.Latest));

const bundles = generateDtsBundle(
  entries.map(({ filePath }) => ({ filePath, output: { noBanner: true, exportReferencedTypes: false } })),
  { preferredConfigPath: 'tsconfig.build.json' },
);
const sections = entries.map(
  ({ entry }, index) => `## ${entry}\n\n\`\`\`ts\n${withoutComments(bundles[index])}\n\`\`\`\n`,
);
const text = await format(
  `# The public types\n\nMade by \`npm run api-report\`. A change here is a change of what is promised: the changelog tells of it.\n\n${sections.join('\n')}`,
  { parser: 'markdown', printWidth: 110, singleQuote: true },
);

if (!process.argv.includes('--check')) writeFileSync(report, text);
else if (readFileSync(report, 'utf8') !== text) {
  console.error(`The public types are not those of ${report}. Where that is meant: npm run api-report.`);
  process.exitCode = 1;
}

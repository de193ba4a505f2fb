// Runs after `changeset version`, which raises the version in package.json only: carries it to all files that name it, and
// makes what is unreleased in the changelog the entry of this version.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, former] = /'(.+)'/.exec(readFileSync('src/version.ts', 'utf8'));

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

edit('src/version.ts', (text) => text.replace(former, version));
for (const file of readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts')))
  edit(`src/${file}`, (text) => text.replaceAll('@since next', `@since ${version}`));
edit('package-lock.json', (text) => {
  const lock = JSON.parse(text);
  lock.version = version;
  lock.packages[''].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
});
for (const name of readdirSync('docs').filter((file) => file.endsWith('.md')))
  edit(`docs/${name}`, (text) =>
    text
      .replaceAll(`nudge-inbox@${former}`, `nudge-inbox@${version}`)
      .replaceAll(`nudge-inbox-${former}`, `nudge-inbox-${version}`)
      .replace(`version = '${former}'`, `version = '${version}'`),
  );
for (const entry of readdirSync('examples', { withFileTypes: true }))
  if (entry.isDirectory())
    edit(`examples/${entry.name}/package.json`, (text) =>
      text.replace(`nudge-inbox-${former}.tgz`, `nudge-inbox-${version}.tgz`),
    );
edit('README.md', (text) => text.replaceAll(former, version));
edit('CHANGELOG.md', (text) => {
  const date = new Date().toISOString().slice(0, 10);
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`);
});

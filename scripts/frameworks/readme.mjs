// The README's example for a framework becomes a file of its app, so that the app's own check reads it, too.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const examples = {
  angular: ['Angular', 'ts', 'header.ts'],
  react: ['React', 'tsx', 'Header.tsx'],
  'react-18': ['React', 'tsx', 'Header.tsx'],
  svelte: ['Svelte', 'svelte', 'Header.svelte'],
  vue: ['Vue', 'vue', 'Header.vue'],
};

/** The first block of code in this language under a heading. */
function block(heading, language) {
  const section = readFileSync('README.md', 'utf8').split(new RegExp(`^##+ ${heading}$`, 'm'))[1] ?? '';
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section) ?? [];
  if (!code) throw new Error(`The README has no ${language} under “${heading}”.`);
  return code;
}

export function addReadmeExample(name, folder) {
  if (!examples[name]) return;
  const [heading, language, file] = examples[name];
  const place = join(folder, 'src', 'readme');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, file), block(heading, language));
  writeFileSync(join(place, 'notifications.ts'), block('Embed it with npm', 'ts'));
  writeFileSync(join(place, 'router.ts'), 'export const router = { push(url: string): void {} };\n');
}

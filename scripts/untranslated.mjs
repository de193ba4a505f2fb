// Lists the messages that a language does not have yet: it shows them in English.
import { readdirSync } from 'node:fs';
import { runnerImport } from 'vite';

const folder = 'src/localization/locales';
const languages = readdirSync(folder).map((file) => file.replace('.ts', ''));

async function load(language) {
  const { module } = await runnerImport(`./${folder}/${language}.ts`);
  return Object.values(module)[0];
}

const names = Object.keys(await load('en'));
for (const language of languages) {
  const messages = await load(language);
  for (const name of names) if (!(name in messages)) console.log(`${language}: ${name}`);
}

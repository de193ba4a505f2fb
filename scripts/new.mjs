// Writes what a new operation of the service, a new language or a new source begins with, into each file that it needs. What only a
// person knows is marked “Fill in”: ESLint and the tests name each of these places.
import { Edits } from './new/edits.mjs';
import { addLanguage } from './new/language.mjs';
import { addOperation } from './new/operation.mjs';
import { addSource } from './new/source.mjs';

const usage = `npm run new operation <resource>.<method> '<METHOD> <path>'
npm run new language <tag>
npm run new source <name>

  npm run new operation jobs.cancel 'POST /nudge/projects/{projectId}/jobs/{clientJobsId}/cancel'
  npm run new language sv
  npm run new source web-socket

Writes a skeleton into each file that the new operation, language or source needs, and overwrites none.
“How to add …” in CONTRIBUTING.md says what each file is for.`;

/** For each kind, what plans its files, and the commands that name what is left to fill in. */
const kinds = {
  operation: {
    add: addOperation,
    checks: [
      'npx eslint src test',
      'npx vitest --project unit test/api test/sandbox test/docs',
      'npm run api-report',
    ],
  },
  language: { add: addLanguage, checks: ['npx vitest --project unit test/localization test/docs'] },
  source: {
    add: addSource,
    checks: [
      'npx eslint src test',
      'npx vitest --project unit test/session/sources test/docs',
      'npm run api-report',
    ],
  },
};

async function run([kind, ...parameters]) {
  if (kind === undefined || kind === 'help' || parameters.concat(kind).includes('--help')) {
    console.log(usage);
    return;
  }
  if (!Object.hasOwn(kinds, kind))
    throw new Error(`“${kind}” is neither operation, language nor source.\n\n${usage}`);
  const { add, checks } = kinds[kind];
  const edits = new Edits();
  await add(edits, parameters);
  for (const line of await edits.write()) console.log(line);
  console.log(`\nThese name what is left to fill in:\n  ${checks.join('\n  ')}`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

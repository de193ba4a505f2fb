import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from './command.js';

interface LintResult {
  filePath: string;
  messages: { ruleId: string }[];
}

interface TestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** A copy of the project, in which the skeletons are written. */
let folder: string;
/** The files that were created or changed. */
const files = new Set<string>();

/** Runs `npm run new` there. Rejects with what it says if it fails. */
const runNew = (parameters: string): Promise<string> =>
  run(`npm run --silent new ${parameters}`, { cwd: folder });

/** What is in the sources and the documentation. */
function readTree(): Map<string, string> {
  const paths = ['src', 'docs', 'test/session'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }),
  );
  return new Map(
    paths
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

/** What ESLint says of each file. It fails where it names anything. */
async function lint(paths: readonly string[]): Promise<LintResult[]> {
  const report = join(folder, 'lint.json');
  const linting = run(`npx eslint --format json --output-file ${report} ${paths.join(' ')}`, { cwd: folder });
  await expect(linting).rejects.toThrow('exited with 1');
  return JSON.parse(readFileSync(report, 'utf8')) as LintResult[];
}

/** Runs tests, of which some fail, and resolves with the titles. */
async function runTests(paths: readonly string[]): Promise<{ passed: string[]; failed: string[] }> {
  const report = join(folder, 'tests.json');
  // The projects of the configuration begin with Storybook.
  writeFileSync(join(folder, 'vitest.new.mjs'), 'export default { test: { testTimeout: 120_000 } };');
  const options = `--config vitest.new.mjs --reporter json --outputFile ${report}`;
  const command = `npx vitest run ${options} ${paths.join(' ')}`;
  await expect(run(command, { cwd: folder })).rejects.toThrow('exited with 1');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = (status: string): string[] =>
    tests
      .filter((test) => test.status === status)
      .map(({ fullName }) => fullName)
      .sort();
  return { passed: titles('passed'), failed: titles('failed') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-new-'));
  const known = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const path of known.trim().split('\n')) if (existsSync(path)) cpSync(path, join(folder, path));
  // Some tests read the list of git.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  for (const parameters of [
    "operation jobs.cancel 'POST /nudge/projects/{projectId}/jobs/{clientJobsId}/cancel'",
    "operation webhooks.retrieve 'GET /nudge/projects/{projectId}/webhooks/{webhookId}'",
    "operation productSpaces.rename 'PUT /opm/product-spaces/names'",
    'language cs',
    'source web-socket',
  ]) {
    const output = await runNew(parameters);
    for (const [, path = ''] of output.matchAll(/^(?:created|changed) (.+)$/gm)) files.add(path);
  }
  return () => rmSync(folder, { recursive: true });
});

describe('What `npm run new` writes', () => {
  it('is formatted', async () => {
    await run(`npx prettier --check ${[...files].join(' ')}`, { cwd: folder });
  });

  it('compiles', async () => {
    const include = [...files].filter((path) => path.endsWith('.ts'));
    expect(include.length).toBeGreaterThan(20);
    writeFileSync(join(folder, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    await run('npx tsc -p tsconfig.new.json', { cwd: folder });
  });

  it('has nothing that ESLint names but each comment to fill in', async () => {
    const checked = [...files].filter((path) => path.endsWith('.ts'));
    const named: string[] = [];
    const places: Record<string, number> = {};
    for (const { filePath, messages } of await lint(checked)) {
      named.push(...messages.map(({ ruleId }) => ruleId));
      if (messages.length > 0) places[relative(folder, filePath)] = messages.length;
    }
    expect(new Set(named)).toEqual(new Set(['no-warning-comments']));
    expect(places).toEqual({
      'src/api/schemas/job.ts': 1,
      'src/api/schemas/product-space.ts': 1,
      'src/api/schemas/webhook.ts': 2,
      'src/api/server/operations.ts': 4,
      'src/api/server/server-client.ts': 1,
      'src/sandbox/operations/jobs.ts': 1,
      'src/sandbox/operations/product-spaces.ts': 2,
      'src/sandbox/operations/webhooks.ts': 2,
      'src/session/sources/web-socket-source.ts': 2,
      'test/api/golden-table.ts': 3,
      'test/session/sources/web-socket-source.test.ts': 1,
    });
  });

  it('leaves to the tests what is to be translated, written and counted, and passes all others', async () => {
    const tests = [
      'api/golden',
      'docs/blocks',
      'docs/pages',
      'localization',
      'sandbox',
      'session/sources/web-socket',
    ];
    const { passed, failed } = await runTests(tests.map((name) => `test/${name}`));
    expect(failed).toEqual([
      'The documentation has nothing left to fill in, such as what `npm run new` leaves',
      'The examples of the server client send every operation of the server',
      'The messages of each language contain no untranslated English',
      'The operation table contains the 23 operations of the contract',
      'The operations of the page on the server client are as many as all texts say',
      'The table covers all operations',
    ]);
    expect(passed).toContain('Operation #24 sends exactly the documented request');
    expect(passed).toContain(
      'The operations of the page on the server client are methods that send these requests',
    );
    expect(passed.filter((title) => title.startsWith('webSocketSource()'))).toHaveLength(4);
  });
});

describe('npm run new', () => {
  it('says how it is used', async () => {
    expect(await runNew('')).toContain('npm run new language <tag>');
    expect(await runNew('-- --help')).toBe(await runNew(''));
  });

  it.each([
    ['page', '“page” is neither operation, language nor source.'],
    ['operation cancel', '“cancel” is not <resource>.<method>, such as jobs.cancel.'],
    ['operation jobs.stop', "“” is not '<METHOD> <path>'"],
    ["operation jobs.stop 'DELETE /jobs'", "“DELETE /jobs” is not '<METHOD> <path>'"],
    ["operation jobs.list 'GET /jobs'", 'There is an operation jobs.list already.'],
    [
      "operation jobs.all 'GET /nudge/projects/{projectId}/jobs/'",
      'There is an operation GET /nudge/projects/{projectId}/jobs/ already.',
    ],
    ["operation notifications.list 'GET /all'", 'src/api/schemas/notification.ts exists already.'],
    ['language xx', '“xx” is not the tag of a language, such as sv.'],
    ['language pt-AO', '“pt-AO” is not the tag of a language, such as sv.'],
    ['language de', 'src/localization/locales/de.ts exists already.'],
    ['source Socket', '“Socket” is not the name of a source'],
    ['source web-socket-source', '“web-socket-source” is not the name of a source'],
    ['source polling', 'src/session/sources/polling-source.ts exists already.'],
  ])('%s is refused, and writes nothing', async (parameters, reason) => {
    const before = readTree();
    await expect(runNew(parameters)).rejects.toThrow(reason);
    expect(readTree()).toEqual(before);
  });

  it('says so where a file has changed so much that it fits no more, and writes nothing', async () => {
    const path = join(folder, 'src/script.ts');
    const script = readFileSync(path, 'utf8');
    writeFileSync(path, script.replaceAll('serviceWorkerSource', 'workerSource'));
    const before = readTree();
    await expect(runNew('source carrier-pigeon')).rejects.toThrow('src/script.ts has changed');
    expect(readTree()).toEqual(before);
    writeFileSync(path, script);
  });
});

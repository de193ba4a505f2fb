import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fileOf, parsePage } from '../docs/markdown.js';
import { serveFolder } from '../serve-folder.js';
import { run } from '../command.js';
import { appFolder, appScripts, install, installTimeoutMs, type AppSource } from './install.js';
import {
  freshJourney,
  holdTags,
  journey,
  lateJourney,
  renderedJourney,
  strictJourney,
  type Steps,
} from './journey.js';
import { Visit } from './visit.js';

interface AppOptions extends AppSource {
  /** Where the build is. */
  output?: string;
  /** Where the build with a rendered page is, if the framework's own build makes one. */
  renderedOutput?: string;
  /** The page of the documentation whose files go into a new app. */
  page?: string;
  /** Where the build of the new app is. */
  freshOutput?: string;
  /** Further steps at the first page. */
  steps?: Steps;
  /** Further pages, each with its steps. */
  pages?: Readonly<Record<string, Steps>>;
  /** Whether `renderNotification` works if it is set before the tags are registered. */
  hasCustomCardsLate?: boolean;
}

/** What a generator writes for a new app, without its welcome page. */
const freshApp = 'fresh';

/** Pastes the files that the page prints into the new app, but those that do not work here. */
function paste(folder: string, page: string, omits: readonly string[]): void {
  for (const block of parsePage(`docs/${page}`).blocks) {
    const file = fileOf(block);
    if (file === null || omits.includes(join(freshApp, file))) continue;
    mkdirSync(dirname(join(folder, freshApp, file)), { recursive: true });
    writeFileSync(join(folder, freshApp, file), block.code);
  }
}

function expectRendered(html: string): void {
  for (const tag of ['nudge-bell', 'nudge-preferences']) {
    expect(html).toContain(`<${tag}`);
    expect(html).toContain(`</${tag}>`);
  }
  expect(html).not.toContain('[object');
  // The hooks render the same on every server, and start nothing there.
  expect(html.replaceAll('<!-- -->', '')).toContain('0 unread');
  expect(html).not.toMatch(/Own list(?:(?!<\/ul>).)*<li/s);
}

/** Renders an app in Node and writes it into a copy of its page, `rendered.html`. */
async function render(folder: string, served: string): Promise<void> {
  const html = await run(
    `node -e "import('./dist-server/server.js').then(async ({ render }) => process.stdout.write(await render()))"`,
    { cwd: folder },
  );
  expectRendered(html);
  const place = '<div id="app">';
  const page = readFileSync(join(served, 'index.html'), 'utf8');
  expect(page).toContain(place);
  writeFileSync(
    join(served, 'rendered.html'),
    page.replace(place, () => place + html),
  );
}

function testVisit(title: string, folder: string, path: string, steps: Steps, script?: () => void): void {
  test.describe(title, () => {
    let visit: Visit;
    test.beforeAll(async ({ browser }) => {
      visit = new Visit(await browser.newPage());
      if (script) await visit.page.addInitScript(script);
      await visit.page.goto((await serveFolder(folder)) + path);
    });
    test.afterEach(async () => {
      if (visit.errors.length > 0)
        await test.info().attach('errors in the console', { body: visit.errors.join('\n') });
    });
    test.afterAll(() => visit.page.close());
    for (const [step, act] of Object.entries(steps)) test(step, () => act(visit));
  });
}

/** Installs, checks, builds and visits an app of `test/frameworks/apps/`. */
export function testApp(name: string, options: AppOptions = {}): void {
  const {
    output = 'dist',
    renderedOutput,
    freshOutput = 'dist-fresh',
    page,
    omits = [],
    hasCustomCardsLate = true,
  } = options;
  const { steps = {}, pages = {} } = options;
  const folder = appFolder(name);
  const served = join(folder, output);
  const scripts = appScripts(name);
  const development = scripts.includes('build:development') ? join(folder, 'dist-development') : undefined;

  test.describe(`The ${name} app`, () => {
    // What follows a failed step is not run.
    test.describe.configure({ mode: 'serial' });
    test.describe(() => {
      test.describe.configure({ timeout: installTimeoutMs });
      test('installs its locked dependencies and the package', async () => {
        await install(name, options);
        if (page) paste(folder, page, omits);
      });
      for (const script of scripts.filter((script) => /^(check|build)/.test(script)))
        test(`passes npm run ${script}`, async () => {
          await run(`npm run ${script}`, { cwd: folder });
        });
    });

    // Only a development build mounts twice; what else an app does is the same in both.
    if (development) testVisit('in StrictMode', development, '/', { ...strictJourney, ...steps });
    else testVisit('as built', served, '/', { ...journey, ...steps });
    for (const [path, pathSteps] of Object.entries(pages)) testVisit(`at ${path}`, served, path, pathSteps);
    if (page) testVisit(`as pasted from docs/${page}`, join(folder, freshOutput), '/', freshJourney);
    testVisit(
      'as built, with a late script',
      served,
      '/',
      lateJourney({ hasCustomCards: hasCustomCardsLate }),
      holdTags,
    );
    if (scripts.includes('build:server')) {
      test('renders in Node', () => render(folder, development ?? served));
      testVisit('rendered in Node', development ?? served, '/rendered.html', renderedJourney);
    }
    if (renderedOutput) {
      const file = join(folder, renderedOutput, 'index.html');
      test('renders in Node', () => expectRendered(readFileSync(file, 'utf8')));
      testVisit('rendered in Node', join(folder, renderedOutput), '/', renderedJourney);
    }
  });
}

import { test } from '@playwright/test';
import { run } from '../command.js';
import { installTimeoutMs } from '../frameworks/install.js';
import { Visit } from '../frameworks/visit.js';
import { environment, exampleFolder, install, loadManifest } from './install.js';
import { ExampleServer } from './server.js';

/** An example that is running, and a customer who visits it. */
export interface Visited {
  server: ExampleServer;
  visit: Visit;
}

/** Named steps of a visit. Each starts where the one before ended. */
export type Steps = Record<string, (visited: Visited) => Promise<unknown>>;

/** Installs, checks, builds and visits an example of `examples/`: as built, and with the steps for development, if any. */
export function testExample(name: string, steps: { start: Steps; dev?: Steps }): void {
  const folder = exampleFolder(name);
  const { scripts } = loadManifest(name);

  test.describe(`The ${name} example`, () => {
    // What follows a failed step is not run.
    test.describe.configure({ mode: 'serial' });
    test.describe(() => {
      test.describe.configure({ timeout: installTimeoutMs });
      test('installs with npm install', () => install(name));
      for (const script of ['check', 'build'].filter((script) => script in scripts))
        test(`passes npm run ${script}`, async () => {
          await run(`npm run ${script}`, { cwd: folder, env: environment });
        });
    });

    for (const [script, visitSteps] of Object.entries(steps))
      test.describe(`with npm run ${script}`, () => {
        const server = new ExampleServer();
        let visit: Visit;
        test.beforeAll(async ({ browser }) => {
          test.setTimeout(installTimeoutMs);
          await server.start(script, folder);
          if (script === 'dev') {
            // Development servers compile a page when it is first visited, which may take long, and may reload it then.
            const page = await browser.newPage();
            await page.goto(server.origin);
            await new Visit(page).badge.waitFor({ timeout: 120_000 });
            await page.close();
          }
          visit = new Visit(await browser.newPage());
          await visit.page.goto(server.origin);
        });
        test.afterAll(async () => {
          await visit.page.close();
          await server.stop();
        });
        for (const [step, act] of Object.entries(visitSteps)) test(step, () => act({ server, visit }));
      });
  });
}

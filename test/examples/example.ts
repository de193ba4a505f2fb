import { test } from '@playwright/test';
import { installTimeoutMs, run } from '../frameworks/install.js';
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

/** Installs, checks, builds and visits an example of `examples/`, as built and in development. */
export function testExample(name: string, steps: Steps): void {
  const folder = exampleFolder(name);
  const { scripts } = loadManifest(name);

  test.describe(`The ${name} example`, () => {
    test.describe(() => {
      test.describe.configure({ timeout: installTimeoutMs });
      test('installs with npm install', () => install(name));
      for (const script of ['check', 'build'].filter((script) => script in scripts))
        test(`passes npm run ${script}`, async () => {
          await run(`npm run ${script}`, folder, environment);
        });
    });

    for (const script of ['start', 'dev'])
      test.describe(`with npm run ${script}`, () => {
        test.describe.configure({ mode: 'serial' });
        const server = new ExampleServer();
        let visit: Visit;
        test.beforeAll(async ({ browser }) => {
          test.setTimeout(installTimeoutMs);
          await server.start(script, folder);
          if (script === 'dev') {
            // Development servers compile a page when it is first visited, and may reload it then.
            const page = await browser.newPage();
            for (const path of ['/orders/1042', '/'])
              await page.goto(server.origin + path, { waitUntil: 'networkidle' });
            await page.close();
          }
          visit = new Visit(await browser.newPage());
          await visit.page.goto(server.origin);
        });
        test.afterAll(async () => {
          await visit.page.close();
          await server.stop();
        });
        for (const [step, act] of Object.entries(steps)) test(step, () => act({ server, visit }));
      });
  });
}

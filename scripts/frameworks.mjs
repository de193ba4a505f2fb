// The smallest real app of each framework, with the packed package, in a real browser: `npm run frameworks -- react vue`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser } from './find-browser.mjs';
import { differences } from './frameworks/differences.mjs';
import { install, names, pack, run } from './frameworks/install.mjs';
import { steps, strictSteps } from './frameworks/journey.mjs';
import { holdTags, lateSteps } from './frameworks/late.mjs';
import { addReadmeExample } from './frameworks/readme.mjs';
import { checkRendered, render, renderedSteps } from './frameworks/rendered.mjs';
import { Visit } from './frameworks/visit.mjs';
import { serveFolder } from './static-site.mjs';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}, but ${names.join(', ')}.`);
  process.exit(1);
}

const failures = [];
let passed = 0;

/** Does it and counts it. Returns whether it held. */
async function hold(name, act) {
  try {
    await act();
    passed += 1;
    return true;
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Visits a page and takes the steps one after the other. Where two have failed it is lost: the rest is not tried. */
async function go(name, browser, served, steps, options) {
  const { origin, stop } = await serveFolder(served);
  const visit = await Visit.start(browser, origin, options);
  let left = 2;
  for (const [step, act] of steps) {
    const holds = await hold(`${name}: ${step}`, async () => {
      if (left === 0) throw new Error('not tried');
      await act(visit).catch((error) => {
        const told = visit.errors.length > 0 ? `\n  on the console: ${visit.errors.join('; ')}` : '';
        throw new Error(stripVTControlCharacters(error.message) + told, { cause: error });
      });
    });
    if (!holds && left > 0) left -= 1;
  }
  await visit.end();
  stop();
}

async function prove(name, tarball, browser) {
  const { served: path = 'dist', rendered, furtherPages = [], lateOptions } = differences[name] ?? {};
  const times = [];
  const timed = async (what, act) => {
    const start = performance.now();
    const result = await act();
    times.push(`${what} ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
  const passedBefore = passed;

  let folder = '';
  const isInstalled = await timed('install', () =>
    hold(`${name}: installs`, () => {
      folder = install(name, tarball);
      addReadmeExample(name, folder);
    }),
  );
  if (!isInstalled) return;
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = (task) => () => hold(`${name}: npm run ${task}`, () => run(['npm', 'run', task], folder));
  if (scripts.check) await timed('check', script('check'));
  for (const task of ['build', 'build:development', 'build:server', 'build:rendered'])
    if (scripts[task] && !(await timed(task, script(task)))) return;

  const served = join(folder, path);
  await timed('journey', async () => {
    const pages = ['/', ...furtherPages];
    for (const page of pages) await go(`${name} ${page}`, browser, served, steps, { path: page });
    await go(`${name} /, script late`, browser, served, lateSteps(lateOptions), { script: holdTags });
    const development = scripts['build:development'] ? join(folder, 'dist-development') : served;
    if (development !== served)
      for (const page of pages)
        await go(`${name} ${page}, in StrictMode`, browser, development, strictSteps, { path: page });
    const goRendered = (folder, page) =>
      go(`${name} ${page}, rendered`, browser, folder, renderedSteps, { path: page });
    if (
      scripts['build:server'] &&
      (await hold(`${name}: renders in Node`, () => render(folder, development)))
    )
      await goRendered(development, '/rendered.html');
    if (rendered) {
      const file = join(folder, rendered, 'index.html');
      await hold(`${name}: renders in Node`, () => checkRendered(readFileSync(file, 'utf8')));
      await goRendered(join(folder, rendered), '/');
    }
  });
  console.log(`${name}: ${passed - passedBefore} passed; ${times.join(', ')}`);
}

const executablePath = await ensureBrowser();
const tarball = pack();
const browser = await chromium.launch({ executablePath, args: browserArguments });
for (const name of asked.length > 0 ? asked : names) await prove(name, tarball, browser);
await browser.close();

if (failures.length > 0) console.log(`\nfailed:\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;

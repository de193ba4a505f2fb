// Finds a Chromium that starts, or installs one. Run as a script it prints the path.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];

/** Chromium does not start in its sandbox as root (https://crbug.com/638180). The other flags keep it off the network. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A pointer that hovers, as on a desktop: a browser without a display has none. */
export const mouse =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

export function canStart(path) {
  try {
    accessSync(path, constants.X_OK);
    return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  } catch {
    return false;
  }
}

function findFiles(folder, pattern, depth = 4) {
  if (depth < 0 || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return findFiles(path, pattern, depth - 1);
    return pattern.test(entry.name) ? [path] : [];
  });
}

export function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const installed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
      .map((key) => process.env[key])
      .filter(Boolean)
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
  ];
  const cached = ['.cache/ms-playwright', '.cache/puppeteer'].flatMap((folder) =>
    findFiles(join(homedir(), folder), /^(chrome|headless_shell|chrome-headless-shell)$/),
  );
  return [process.env.CHROME_PATH, ...onPath, ...installed, ...cached].filter(Boolean).find(canStart);
}

/** Installs packages if this is Debian and the user is root. Returns whether it did. */
export function installDebianPackages(...packages) {
  const isDebianRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isDebianRoot || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing ${packages.join(' and ')}.`);
  const script = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  return spawnSync('sh', ['-c', script], { stdio: ['ignore', 2, 2] }).status === 0;
}

async function installNpmPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.error('No Chromium found: installing @sparticuz/chromium into node_modules/.cache.');
  // With this variable the package also unpacks system libraries and fonts that a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const folder = join(process.cwd(), 'node_modules/.cache/chromium');
  const install = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--prefix',
    folder,
    '@sparticuz/chromium@143.0.4',
  ];
  if (spawnSync('npm', install, { stdio: ['ignore', 2, 2] }).status !== 0) return undefined;
  const module = await import(createRequire(join(folder, 'index.js')).resolve('@sparticuz/chromium'));
  return module.default.executablePath();
}

export async function ensureBrowser() {
  let path = findBrowser();
  if (!path && installDebianPackages('chromium')) path = findBrowser();
  path ??= await installNpmPackage();
  if (path) return path;
  throw new Error('No browser found: install Chrome or Chromium, or set CHROME_PATH to one.');
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(await ensureBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

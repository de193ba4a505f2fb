// The browser engines of the element tests, each with a launcher for @web/test-runner.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { browserArguments, canStart, ensureBrowser, installDebianPackages, mouse } from './find-browser.mjs';
import { webkitLauncher } from './webkit-launcher.mjs';

async function createChromiumLauncher() {
  const executablePath = await ensureBrowser();
  return chromeLauncher({
    launchOptions: { executablePath, headless: true, args: [...browserArguments, mouse] },
  });
}

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

function findFirefox() {
  return [
    process.env.FIREFOX_PATH,
    ...onPath('firefox-esr'),
    ...onPath('firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)'].map(
      (key) => process.env[key] && join(process.env[key], 'Mozilla Firefox/firefox.exe'),
    ),
  ]
    .filter(Boolean)
    .find(canStart);
}

/** What Chromium emulates by commands, Firefox has as preferences: a light page, reduced motion, and a mouse. */
const firefoxPreferences = {
  'layout.css.prefers-color-scheme.content-override': 1,
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
};

/**
 * Creates a page whose viewport can be set, although Puppeteer also sets the screen's orientation, which Firefox 140
 * cannot, and whose mouse is reset to its first place, as in Chromium.
 */
async function createFirefoxPage({ context }) {
  const page = await context.newPage();
  const resetMouse = page.mouse.reset.bind(page.mouse);
  page.mouse.reset = async () => {
    await page.mouse.move(0, 0);
    await resetMouse();
  };
  const setViewport = page.setViewport.bind(page);
  page.setViewport = async (viewport) => {
    await setViewport(viewport).catch((error) => {
      if (!error.message.includes('unknown command emulation.setScreenOrientationOverride')) throw error;
    });
    const hasSize = ({ width, height }) =>
      globalThis.innerWidth === width && globalThis.innerHeight === height;
    await page.waitForFunction(hasSize, {}, viewport);
  };
  // Puppeteer has tried to, but ignores that it failed.
  await page.setViewport({ width: 800, height: 600 });
  return page;
}

function createFirefoxLauncher() {
  const executablePath = findFirefox() ?? (installDebianPackages('firefox-esr') && findFirefox());
  if (!executablePath) throw new Error('No Firefox found: install it, or set FIREFOX_PATH to one.');
  return chromeLauncher({
    puppeteer: puppeteerCore,
    launchOptions: {
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: firefoxPreferences,
    },
    createPage: createFirefoxPage,
  });
}

/** Returns the small browser that comes with WebKitGTK, if it and what drives it are installed. */
function findMiniBrowser() {
  const isDriverInstalled = ['WebKitWebDriver', 'Xvfb'].every((name) => onPath(name).some(existsSync));
  if (!isDriverInstalled) return undefined;
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/libexec']
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find(existsSync);
}

function createWebKitLauncher() {
  const path = findMiniBrowser() ?? (installDebianPackages('webkit2gtk-driver', 'xvfb') && findMiniBrowser());
  if (path) return webkitLauncher(path);
  throw new Error(
    'No WebKitGTK found (Linux only): install WebKitWebDriver and Xvfb, on Debian webkit2gtk-driver and xvfb.',
  );
}

/** A function for each engine that finds or installs its browser, or throws an error that says what to install. */
export const launchers = {
  chromium: createChromiumLauncher,
  firefox: createFirefoxLauncher,
  webkit: createWebKitLauncher,
};

/** The command `focus-page`: a browser gives the focus to a page when the user returns to it from another one. */
export const focusPagePlugin = {
  name: 'focus-page-command',
  async executeCommand({ command, session }) {
    if (command !== 'focus-page') return undefined;
    const page = session.browser.getPage(session.id);
    const other = await page.browserContext().newPage();
    await page.bringToFront();
    await other.close();
    return true;
  },
};

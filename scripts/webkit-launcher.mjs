import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';

/** The keys that the tests press, as WebDriver encodes them (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keyCodes = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

/** How long the driver may take to start on a busy machine, in milliseconds. */
const driverTimeoutMs = 60_000;
/** How long a window may take to get its size there: less than a test, so that the error says for what it waited. */
const resizeTimeoutMs = 20_000;

const mouseButtons = { left: 0, middle: 1, right: 2 };

/** Settings of the desktop: reduced motion, and no minimum width of the tool bar, hence none of the window. */
const desktopSettings = {
  'settings.ini': '[Settings]\ngtk-enable-animations=0\n',
  'gtk.css': '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n',
};

/**
 * A browser launcher for @web/test-runner that drives WebKitGTK by WebDriver, on a virtual display. Its pages have those
 * members of Playwright's `Page` that the commands of the test runner use.
 */
class WebKitLauncher {
  name = 'WebKit';
  type = 'playwright';
  concurrency = 1;
  #miniBrowser;
  #processes = [];
  #settingsFolder;
  #sessionUrl;
  #urls = new Map();
  #start;
  #toolBarHeight;

  constructor(miniBrowser) {
    this.#miniBrowser = miniBrowser;
  }

  async startSession(id, url) {
    // Now, so that the runner also stops a session whose browser does not start.
    this.#urls.set(id, url);
    await (this.#start ??= this.#startBrowser());
    // A busy display may take the focus from the window for good, and `:focus` would match nothing.
    if (!(await this.#execute('return document.hasFocus()'))) {
      await this.stop();
      await (this.#start = this.#startBrowser());
    }
    await this.#setViewport({ width: 800, height: 600 });
    // Not above what the page renders first, where the pages before may have left it.
    await this.getPage().mouse.move(799, 599);
    await this.#send('POST', '/url', { url });
  }

  isActive(id) {
    return this.#urls.has(id);
  }

  /** Returns where the page is, by which the runner tells a page that was left from a browser that has crashed. */
  getBrowserUrl(id) {
    return this.#send('GET', '/url').catch(() => this.#urls.get(id));
  }

  async stopSession(id) {
    this.#urls.delete(id);
    try {
      await this.#send('DELETE', '/actions');
      await this.#send('POST', '/url', { url: 'about:blank' });
    } catch (error) {
      // The page has crashed, or the browser did not start: its tests fail. Those of the next session get another one.
      console.error(`WebKit is started anew: ${error.message}`);
      await this.stop();
    }
    return {};
  }

  startDebugSession() {
    throw new Error('WebKit cannot be debugged by the test runner.');
  }

  async stop() {
    if (this.#sessionUrl) await this.#send('DELETE', '').catch(() => undefined);
    for (const child of this.#processes.splice(0).reverse()) child.kill();
    // The browser, which the driver ends, may still write there for a moment.
    if (this.#settingsFolder) rmSync(this.#settingsFolder, { recursive: true, force: true, maxRetries: 10 });
    this.#start = undefined;
  }

  getPage() {
    // Twice, since the first move over a card shows buttons that only the second can hover.
    const move = (x, y) =>
      [Math.abs(x - 1), x].map((left) => ({ type: 'pointerMove', duration: 0, x: left, y }));
    const down = (options) => ({ type: 'pointerDown', button: mouseButtons[options?.button ?? 'left'] });
    const up = (options) => ({ type: 'pointerUp', button: mouseButtons[options?.button ?? 'left'] });
    return {
      setViewportSize: (size) => this.#setViewport(size),
      keyboard: {
        type: async (text) => {
          for (const key of text) await this.#sendKey(key, 'keyDown', 'keyUp');
        },
        press: (key) => this.#sendKey(key, 'keyDown', 'keyUp'),
        down: (key) => this.#sendKey(key, 'keyDown'),
        up: (key) => this.#sendKey(key, 'keyUp'),
      },
      mouse: {
        move: (x, y) => this.#sendPointer(move(x, y)),
        click: (x, y, options) => this.#sendPointer([...move(x, y), down(options), up(options)]),
        down: (options) => this.#sendPointer([down(options)]),
        up: (options) => this.#sendPointer([up(options)]),
      },
    };
  }

  async #startBrowser() {
    this.#settingsFolder = mkdtempSync(join(tmpdir(), 'webkit-'));
    const gtkFolder = join(this.#settingsFolder, 'gtk-3.0');
    mkdirSync(gtkFolder);
    for (const [name, text] of Object.entries(desktopSettings)) writeFileSync(join(gtkFolder, name), text);
    const env = {
      ...process.env,
      DISPLAY: await this.#startDisplay(),
      XDG_CONFIG_HOME: this.#settingsFolder,
      LC_ALL: 'en_US.UTF-8',
      // Draws through shared memory, which takes a third of the time on a machine without a graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    };

    const port = await findFreePort();
    this.#processes.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    const driverUrl = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + driverTimeoutMs;
    while (!(await fetch(`${driverUrl}/status`).catch(() => undefined))) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start.');
      await delay(50);
    }

    this.#sessionUrl = `${driverUrl}/session`;
    const browserOptions = { binary: this.#miniBrowser, args: ['--automation'] };
    const { sessionId, capabilities } = await this.#send('POST', '', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    });
    this.#sessionUrl += `/${sessionId}`;
    this.name = `WebKit ${capabilities.browserVersion}`;
  }

  /**
   * Starts a display so small that every window lies under its pointer, which stays in the middle: without a window
   * manager, that window has the focus.
   */
  async #startDisplay() {
    const screen = ['-displayfd', '3', '-screen', '0', '300x200x24', '-nolisten', 'tcp'];
    const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
    this.#processes.push(display);
    const [, , , output] = display.stdio;
    await once(output, 'readable');
    const number = output.read();
    if (!number) throw new Error('Xvfb ended before it had a display.');
    return `:${String(number).trim()}`;
  }

  /** Sends a command of WebDriver and returns its value. */
  async #send(method, path, body) {
    const response = await fetch(this.#sessionUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebDriver: ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  #execute(script) {
    return this.#send('POST', '/execute/sync', { script, args: [] });
  }

  #sendKey(key, ...types) {
    const actions = types.map((type) => ({ type, value: keyCodes[key] ?? key }));
    return this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #sendPointer(actions) {
    const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    return this.#send('POST', '/actions', { actions: [pointer] });
  }

  /** Resizes the window, whose tool bar takes some of its height, and waits until the page has the size. */
  async #setViewport({ width, height }) {
    this.#toolBarHeight ??= await this.#measureToolBar();
    await this.#send('POST', '/window/rect', { width, height: height + this.#toolBarHeight });
    const deadline = Date.now() + resizeTimeoutMs;
    for (;;) {
      const [pageWidth, pageHeight] = await this.#measurePage();
      if (pageWidth === width && pageHeight === height) return;
      if (Date.now() > deadline) throw new Error(`WebKit shows no page of ${width} × ${height}.`);
      await delay(10);
    }
  }

  async #measureToolBar() {
    const { height } = await this.#send('GET', '/window/rect');
    const [, pageHeight] = await this.#measurePage();
    return height - pageHeight;
  }

  #measurePage() {
    return this.#execute('return [innerWidth, innerHeight]');
  }
}

export const webkitLauncher = (miniBrowser) => new WebKitLauncher(miniBrowser);

// Bundlers leave out what has no effect as far as they know: the published page of each entry has to work with each of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { run } from '../../command.js';
import { serveFolder } from '../../serve-folder.js';
import { appFolder, install, installTimeoutMs } from '../install.js';
import { Visit } from '../visit.js';

const folder = appFolder('bundlers');

interface Entry {
  /** The code of the page. */
  code: string;
  /** The tags that it shows. */
  tags: readonly string[];
}

const panelTags = ['nudge-avatar', 'nudge-inbox', 'nudge-notification', 'nudge-preferences'];

/** A page whose import of an entry registers tags. */
function registering(entry: string, tags: readonly string[]): Entry {
  return { code: `import 'nudge-inbox/${entry}';\nshowTags(${JSON.stringify(tags).slice(1, -1)});`, tags };
}

/** A page that imports an entry's React components, by the names of their tags. */
function rendering(entry: string, components: Readonly<Record<string, string>>): Entry {
  const list = Object.entries(components);
  const code = `import { ${list.map(([, name]) => name).join(', ')} } from 'nudge-inbox/${entry}';
showComponents({ ${list.map(([tag, name]) => `'${tag}': ${name}`).join(', ')} });`;
  return { code, tags: Object.keys(components) };
}

/** Each entry of the package that registers tags, or has what does. */
const packageEntries: Readonly<Record<string, Entry>> = {
  define: registering('define', ['nudge-bell', ...panelTags]),
  inbox: registering('inbox', panelTags),
  toasts: registering('toasts', ['nudge-toasts']),
  react: rendering('react', {
    'nudge-bell': 'NudgeBell',
    'nudge-avatar': 'NudgeAvatar',
    'nudge-inbox': 'NudgeInbox',
    'nudge-notification': 'NudgeNotification',
    'nudge-preferences': 'NudgePreferences',
  }),
  'toasts-react': rendering('toasts/react', { 'nudge-toasts': 'NudgeToasts' }),
};

/** A page that uses one component of several. */
const oneComponent = rendering('react', { 'nudge-inbox': 'NudgeInbox' });

const classes: Entry = {
  code: `import { NudgeBell as Bell } from 'nudge-inbox';
customElements.define('nudge-bell', Bell);
showTags('nudge-bell');`,
  tags: ['nudge-bell'],
};

/** The files for script tags, which a page can import too, but not beside the package. */
const files: Entry = {
  code: `import 'nudge-inbox/cdn/nudge-inbox.js';
import 'nudge-inbox/cdn/nudge-inbox-toasts.js';
showTags('nudge-bell', 'nudge-inbox', 'nudge-toasts');`,
  tags: ['nudge-bell', 'nudge-inbox', 'nudge-toasts'],
};

const pages: Readonly<Record<string, Entry>> = {
  ...packageEntries,
  'one-component': oneComponent,
  classes,
  files,
  all: {
    // Components first, so that theirs are shown.
    code: Object.values(packageEntries)
      .map(({ code }) => code)
      .reverse()
      .join('\n'),
    tags: ['nudge-bell', ...panelTags, 'nudge-toasts'],
  },
};

function expectCard(page: Page, tag: string): Promise<void> {
  return expect(page.locator(tag).getByText('Your invoice').first()).toBeVisible();
}

/** What each tag does once it is registered, with all that it needs. */
const uses: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async 'nudge-bell'(visit) {
    await visit.open();
    await expectCard(visit.page, 'nudge-bell');
    await visit.close();
  },
  'nudge-avatar': ({ page }) =>
    expect(page.locator('body > nudge-avatar, div > nudge-avatar')).toHaveText('AB'),
  'nudge-inbox': ({ page }) => expectCard(page, 'nudge-inbox'),
  'nudge-notification': ({ page }) => expectCard(page, 'nudge-notification'),
  'nudge-preferences': ({ page }) =>
    expect(page.locator('nudge-preferences').getByRole('switch').first()).toBeVisible(),
  async 'nudge-toasts'({ page }) {
    // What an inbox in view lists needs no toast.
    await page.locator('nudge-inbox').evaluateAll((inboxes: HTMLElement[]) => {
      for (const inbox of inboxes) inbox.hidden = true;
    });
    await page.getByRole('button', { name: 'Deliver' }).click();
    await expect(page.locator('nudge-toasts').getByText('Your parcel')).toBeVisible();
  },
};

test.describe.configure({ timeout: installTimeoutMs });

test.beforeAll(async () => {
  await install('bundlers', {});
  mkdirSync(join(folder, 'pages'));
  for (const [name, { code }] of Object.entries(pages)) {
    const imports = `import { showComponents, showTags } from '../show.js';\n`;
    writeFileSync(join(folder, 'pages', `${name}.js`), imports + code);
  }
});

for (const bundler of ['vite', 'rollup', 'webpack', 'esbuild'])
  test.describe(`A page that ${bundler} builds for production`, () => {
    for (const [name, { tags }] of Object.entries(pages))
      test(`has tags that work: ${name}`, async ({ page }) => {
        await run(`node build.mjs ${bundler} ${name}`, { cwd: folder });
        const visit = new Visit(page);
        await page.goto(await serveFolder(join(folder, 'dist', bundler, name)));
        for (const tag of tags) await uses[tag]?.(visit);
        expect([...visit.errors, ...visit.warnings]).toEqual([]);
      });
  });

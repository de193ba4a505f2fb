import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserArguments, ensureBrowser } from '../../scripts/find-browser.mjs';
import { type Consumer, createConsumer } from './consumer.js';

const app = `
import { createContext, StrictMode, useContext, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createSession } from 'nudge-inbox';
import { NudgeBell, NudgeInbox } from 'nudge-inbox/react';
import { createSandbox } from 'nudge-inbox/sandbox';

const sandbox = createSandbox();
const titles = ['JSX', 'JSX', 'default', 'throws', 'text'];
const ids = titles.map((title) => sandbox.addNotification({ payload: { title } }, 'ann').id);
const session = createSession({
  baseUrl: sandbox.baseUrl, getToken: () => sandbox.issueToken('ann'), fetch: sandbox.fetch, ids,
});
const User = createContext('nobody');
window.mounted = 0;
window.session = session;
window.ids = ids;

function Card({ notification, draft, setDraft }) {
  const [count, setCount] = useState(0);
  const user = useContext(User);
  useEffect(() => { window.mounted++; return () => { window.mounted--; }; }, []);
  if (notification.payload.title === 'throws') throw new Error('in a card');
  return (
    <section className="own">
      <button onClick={() => setCount(count + 1)}>{user} {count} {notification.isRead ? 'old' : 'new'}</button>
      <input value={draft} onChange={(event) => setDraft(event.target.value)} />
    </section>
  );
}

function App() {
  const [draft, setDraft] = useState('');
  const [isShown, setShown] = useState(true);
  window.setShown = setShown;
  const [Element, settings] = location.hash === '#bell' ? [NudgeBell, { open: true }] : [NudgeInbox, {}];
  return (
    <User.Provider value="Ann">
      {isShown && <Element
        {...settings}
        session={session}
        renderNotification={(notification) => {
          const { title } = notification.payload;
          if (title === 'default') return null;
          if (title === 'text') return 'A text';
          return <Card notification={notification} draft={draft} setDraft={setDraft} />;
        }}
      />}
    </User.Provider>
  );
}
createRoot(document.querySelector('#app')).render(<StrictMode><App /></StrictMode>);
`;

let consumer: Consumer;
let browser: Browser;
let script: string;

beforeAll(async () => {
  consumer = createConsumer('react', 'react-dom');
  const { outputFiles } = await build({
    entryPoints: [consumer.write('app.jsx', app)],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  script = outputFiles[0]!.text;
  browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: browserArguments,
  });
  return async () => {
    await browser.close();
    consumer.remove();
  };
});

async function visit(hash = ''): Promise<{ page: Page; warnings: string[] }> {
  const page = await browser.newPage();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('[nudge-inbox]')) warnings.push(message.text());
  });
  await page.route('http://localhost/**', (route) =>
    route.fulfill(
      route.request().url().endsWith('.js')
        ? { contentType: 'text/javascript', body: script }
        : {
            contentType: 'text/html',
            body: '<style>.own { color: rgb(1, 2, 3) }</style><div id="app"></div><script type="module" src="/app.js"></script>',
          },
    ),
  );
  await page.goto(`http://localhost/${hash}`);
  await page.getByText('Ann 0 new').nth(1).waitFor();
  return { page, warnings };
}

describe('renderNotification in JSX', () => {
  it('has the context of the app and the styles of the page', async () => {
    const { page } = await visit();
    const colour = await page
      .locator('.own')
      .first()
      .evaluate((card) => getComputedStyle(card).color);
    expect(colour).toBe('rgb(1, 2, 3)');
    expect(await page.locator('.own').count()).toBe(2);
    await page.close();
  });

  it.each([
    ['NudgeInbox', ''],
    ['NudgeBell', '#bell'],
  ])(
    'keeps its state in %s while the notification changes, and is unmounted with its row',
    async (_, hash) => {
      const { page } = await visit(hash);
      const id = String(await page.evaluate('ids[0]'));
      await page.locator(`[slot="notification:${id}"]`).getByText('Ann 0 new').click();
      await page.evaluate('session.notifications.markRead([ids[0]])');
      await page.getByText('Ann 1 old').waitFor();
      expect(await page.evaluate('mounted')).toBe(2);
      await page.evaluate('session.notifications.dismiss([ids[0]])');
      await page.waitForFunction('mounted === 1');
      expect(await page.locator('.own').count()).toBe(1);
      await page.evaluate('setShown(false)');
      await page.waitForFunction('mounted === 0');
      await page.close();
    },
  );

  it('may have a controlled field whose state is in the component around it', async () => {
    const { page } = await visit();
    const field = page.locator('.own input').first();
    await field.fill('ac');
    await field.press('ArrowLeft');
    await field.press('b');
    await field.press('!');
    expect(await field.inputValue()).toBe('ab!c');
    expect(await page.locator('.own input').nth(1).inputValue()).toBe('ab!c');
    await page.close();
  });

  it('gives way to the default card, or to a text, and for a card that throws, with one warning', async () => {
    const { page, warnings } = await visit();
    const articles = page.getByRole('article');
    for (const name of ['Unread: default', 'Unread: throws'])
      await page.getByRole('article', { name }).locator('nudge-card').waitFor();
    await articles.filter({ hasText: 'A text' }).waitFor();
    expect(warnings).toEqual(['[nudge-inbox] renderNotification threw: Error: in a card']);
    await page.close();
  });
});

import { expect, test, type CustomersSite, type CustomerTab } from './customers-site.js';

/** Has the scripts of the site wait. Returns a function that sends them. */
function delayScripts(site: CustomersSite): () => void {
  let send = (): void => undefined;
  site.scriptDelay = new Promise<void>((resolve) => (send = resolve));
  return send;
}

/** How often the list was requested. */
const countLists = ({ requests }: CustomersSite): number =>
  requests.filter(({ path }) => path === '/inbox/notifications').length;

const titlesOf = ({ page }: CustomerTab) => page.locator('nudge-inbox nudge-card .title');
const block = ({ page }: CustomerTab) => page.locator('#nudge-first-page');

/** The time of the page, as far as it has passed since it was printed. */
async function letPass(tab: CustomerTab, seconds: number): Promise<void> {
  await tab.page.clock.setSystemTime(Date.now() + seconds * 1000);
}

test('A page with its first page gets once what has arrived before its script, ten seconds later, without its list', async ({
  context,
  site,
  tab,
}) => {
  await site.signIn(context, 'ann');
  await site.deliver('ann', 'Ann: your voucher');
  const sendScripts = delayScripts(site);
  await tab.open({ firstPage: 'own' });
  await block(tab).waitFor({ state: 'attached' });
  await site.deliver('ann', 'Ann: your receipt');
  await letPass(tab, 10);
  sendScripts();
  await expect(titlesOf(tab)).toHaveText([/receipt/, /voucher/, /parcel/, /invoice/]);
  expect(countLists(site)).toBe(0);
  await expect.poll(() => tab.loadStored()).toContain('Ann: your voucher');
});

/** What a page showed in the first frame in which there was something, and what it had requested by then. */
interface FirstFrame {
  texts: string[];
  requests: string[];
}

/** Has the page note its first frame in which an element within the shadow root of another one has a box. */
function noteFirstFrame([tag, selector, shown]: [tag: string, selector: string, shown: string]): void {
  const requests: string[] = [];
  const { fetch, EventSource } = window;
  window.fetch = (...request) => {
    const [input] = request;
    requests.push(input instanceof Request ? input.url : String(input));
    return fetch(...request);
  };
  window.EventSource = class extends EventSource {
    constructor(url: string | URL, options?: EventSourceInit) {
      requests.push(String(url));
      super(url, options);
    }
  };
  const note = (): void => {
    const root = document.querySelector(tag)?.shadowRoot;
    if ((root?.querySelector(selector)?.getBoundingClientRect().height ?? 0) === 0) {
      requestAnimationFrame(note);
      return;
    }
    const roots = [
      root!,
      ...[...root!.querySelectorAll('nudge-card')].flatMap((card) => card.shadowRoot ?? []),
    ];
    const texts = roots.flatMap((each) =>
      [...each.querySelectorAll(shown)].map(({ textContent }) => textContent),
    );
    Object.assign(globalThis, { firstFrame: { texts, requests: [...requests] } });
  };
  note();
}

for (const [tag, selector, shown, texts] of [
  ['nudge-bell', 'button', '.badge', ['3']],
  ['nudge-inbox', 'nudge-card', '.title', ['Unread: Ann: your voucher']],
] as const)
  test(`The first frame of a ${tag} with its first page has what that has, before a list or a stream is requested`, async ({
    context,
    site,
    tab,
  }) => {
    await site.signIn(context, 'ann');
    await tab.page.addInitScript(noteFirstFrame, [tag, selector, shown] satisfies [string, string, string]);
    await site.deliver('ann', 'Ann: your voucher');
    await tab.open({ tag, firstPage: 'own' });
    const loadFirstFrame = () =>
      tab.page.evaluate(() => (globalThis as unknown as { firstFrame?: FirstFrame }).firstFrame);
    await expect.poll(loadFirstFrame).toBeDefined();
    const frame = await loadFirstFrame();
    expect(frame?.texts).toEqual(texts);
    // Records that the first page does not have are requested at once.
    expect(frame?.requests.join()).not.toMatch(/inbox\/(notifications|events)/);
  });

test('A page whose script comes six minutes after its first page requests its list', async ({
  context,
  site,
  tab,
}) => {
  await site.signIn(context, 'ann');
  const sendScripts = delayScripts(site);
  await tab.open({ firstPage: 'own' });
  await block(tab).waitFor({ state: 'attached' });
  await letPass(tab, 360);
  sendScripts();
  await tab.expectTitles('ann');
  expect(countLists(site)).toBe(1);
});

test('A page whose customer is another one by the time of its script shows theirs, and stores nothing', async ({
  context,
  site,
  tab,
}) => {
  await site.signIn(context, 'ann');
  await site.deliver('ann', 'Ann: your voucher');
  const sendScripts = delayScripts(site);
  await tab.open({ firstPage: 'own' });
  await block(tab).waitFor({ state: 'attached' });
  await site.signIn(context, 'ben');
  sendScripts();
  await tab.expectTitles('ben');
  await expect(tab.page.getByText('Ann:')).toHaveCount(0);
  await expect(tab.page.getByText('Please sign in again.')).toHaveCount(0);
  const stored = await tab.loadStored();
  expect(stored).not.toContain('Ann:');
  expect(stored).not.toContain('Ben:');
});

test('A page shows nothing of a first page from before a sign-out, or from before somebody else has signed in', async ({
  context,
  site,
  tab,
  otherTab,
}) => {
  await site.signIn(context, 'ann');
  await site.deliver('ann', 'Ann: your voucher');
  await tab.open({ firstPage: 'own' });
  await expect(titlesOf(tab)).toHaveCount(3);
  await tab.page.evaluate(() => document.querySelector('nudge-inbox')!.session!.signOut());
  await site.signIn(context, null);
  await recordTexts(otherTab);
  await otherTab.open({ firstPage: 'last' });
  await expect(otherTab.page.getByText('Sign in to see your notifications.')).toBeVisible();
  expect(await loadTexts(otherTab)).not.toContain('Ann:');

  await site.signIn(context, 'ben');
  await otherTab.open();
  await otherTab.expectTitles('ben');
  await otherTab.open({ firstPage: 'last', keyOf: 'ann' });
  await otherTab.expectTitles('ben');
  expect(await loadTexts(otherTab)).not.toContain('Ann:');
});

/** Has each page of a tab note what its inbox shows in each frame. */
async function recordTexts(tab: CustomerTab): Promise<void> {
  await tab.page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(globalThis, { texts });
    const note = (): void => {
      const cards = document.querySelector('nudge-inbox')?.shadowRoot?.querySelectorAll('nudge-card') ?? [];
      for (const card of cards) texts.add(card.textContent);
      requestAnimationFrame(note);
    };
    note();
  });
}

const loadTexts = (tab: CustomerTab): Promise<string> =>
  tab.page.evaluate(() => [...(globalThis as unknown as { texts: Set<string> }).texts].join());

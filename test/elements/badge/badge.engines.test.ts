import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/badge.js';
import type { NudgeBadge } from '../../../src/elements/badge/badge.js';
import { createSessionOf } from '../bell/bell-support.js';
import { queryOne, renderBell, waitUntil } from '../support.js';

const isShown = (badge: Element): boolean => badge.getBoundingClientRect().width > 0;
const numberOf = (badge: Element): string => queryOne(badge, '.badge').textContent;
const labelOf = (badge: Element): string => queryOne(badge, '.label').textContent;

/** Renders a badge with a count, which comes from an address of the page itself. */
async function renderBadge(unreadCount: number): Promise<NudgeBadge> {
  const body = new Blob([JSON.stringify({ unreadCount })], { type: 'application/json' });
  const address = URL.createObjectURL(body);
  const badge = await fixture<NudgeBadge>(html`<nudge-badge count-url=${address}></nudge-badge>`);
  await waitUntil(() => isShown(badge), 'The number does not show.');
  return badge;
}

/** The looks of a badge, each as it is computed. */
function looksOf(element: Element): string[] {
  const style = getComputedStyle(queryOne(element, '.badge'));
  return [
    'backgroundColor',
    'color',
    'font',
    'fontVariantNumeric',
    'width',
    'height',
    'padding',
    'borderRadius',
    'border',
    'textAlign',
    'unicodeBidi',
  ].map((name) => `${name}: ${String(Reflect.get(style, name))}`);
}

describe('<nudge-badge>', () => {
  afterEach(() => (document.documentElement.style.colorScheme = ''));

  for (const scheme of ['light', 'dark'])
    it(`looks as the badge of a bell on a ${scheme} page`, async () => {
      document.documentElement.style.colorScheme = scheme;
      const bell = await renderBell(createSessionOf(1));
      await waitUntil(() => bell.shadowRoot?.querySelector('.badge'), 'The bell has no badge.');
      expect(looksOf(await renderBadge(1))).to.deep.equal(looksOf(bell));
    });

  it('is as large as its number, whatever line height and size the text around it has', async () => {
    const badge = await renderBadge(3);
    badge.parentElement!.style.font = '40px / 3 serif';
    for (const display of ['block', 'flex']) {
      badge.parentElement!.style.display = display;
      badge.parentElement!.style.alignItems = 'center';
      const [own, number] = [badge, queryOne(badge, '.badge')].map((element) =>
        element.getBoundingClientRect(),
      );
      expect([own!.width, own!.height], display).to.deep.equal([number!.width, number!.height]);
    }
  });

  it('shows its number where the language is no language tag', async () => {
    const badge = await renderBadge(2);
    badge.lang = 'sv_SE';
    badge.setAttribute('label', '{count} olästa');
    expect([numberOf(badge), labelOf(badge)]).to.deep.equal(['2', '2 olästa']);
  });

  it('has the digits of its language', async () => {
    const badge = await renderBadge(2);
    badge.lang = 'ar-EG';
    badge.setAttribute('label', 'غير مقروءة: {count}');
    expect([numberOf(badge), labelOf(badge)]).to.deep.equal(['٢', 'غير مقروءة: ٢']);
  });
});

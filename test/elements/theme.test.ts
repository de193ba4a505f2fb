import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import { emulateColorScheme, followColorScheme } from './engine.js';
import {
  contrast,
  graphicPairs,
  minContrast,
  textPairs,
  toRgba,
  type Colour,
} from '../../stories/contrast.js';
import {
  addHostStyle,
  addNotifications,
  cards,
  createEmptySandbox,
  createTestSession,
  nextFrames,
  queryAll,
  queryOne,
  renderCard,
} from './support.js';

const accents = [
  ...['', '#ffe600', '#fff', '#fafafa', '#000', '#0a0a0a', '#39ff14', '#f0f', 'navy', '#777', '#767676'],
  ...['#ffd1dc', '#ff6a3d', 'rebeccapurple', 'AccentColor', 'light-dark(#0b7a5b, #63d3b0)'],
  ...['hsl(200 100% 50%)', 'rgb(0 80 200 / 40%)', 'transparent', 'color(display-p3 0 1 0)'],
  ...['oklch(0.65 0.4 270)', 'oklch(0.6 0.4 0)', 'oklch(0.6 0.4 30)', 'oklch(0.55 0.4 145)'],
];
const invalidColours = ['banana', '12px', '#12', 'url(x)', 'light-dark(red)'];
const channelSteps = [0, 51, 102, 136, 204, 255];
const gridColours = channelSteps.flatMap((red) =>
  channelSteps.flatMap((green) => channelSteps.map((blue) => `rgb(${red} ${green} ${blue})`)),
);

/** Resolves the colour tokens of the element. */
function resolveTokens(element: Element): (name: string) => Colour {
  const resolved = new Map<string, Colour>();
  const probe = document.createElement('i');
  element.shadowRoot!.append(probe);
  const { color: inheritedColour } = getComputedStyle(probe);
  for (const name of new Set([...textPairs, ...graphicPairs].flat())) {
    probe.style.color = `var(--_${name})`;
    resolved.set(name, toRgba(getComputedStyle(probe).color));
  }
  probe.remove();
  return (name) => resolved.get(name) ?? toRgba(inheritedColour);
}

/** Returns the pairs of tokens with too little contrast. */
function lowContrastPairs(element: Element): string[] {
  const colour = resolveTokens(element);
  return [
    ...textPairs.map((pair) => [...pair, minContrast.text] as const),
    ...graphicPairs.map((pair) => [...pair, minContrast.graphic] as const),
  ]
    .map(([front, back, least]) => ({ front, back, least, found: contrast(colour(front), colour(back)) }))
    .filter(({ found, least }) => found < least)
    .map(({ front, back, found }) => `${front} on ${back}: ${found.toFixed(2)}`);
}

async function renderInboxWithActions(): Promise<NudgeInbox> {
  const sandbox = createEmptySandbox();
  const button = (name: string) => ({ name, onclickAction: 'tell', url: '' });
  const actionButtons = { primary: button('Now'), secondary: button('Later'), tertiary: button('Never') };
  const ids = addNotifications(sandbox, 1, () => ({ payload: { title: 'Title', actionButtons } }));
  const inbox = await fixture<NudgeInbox>(
    html`<nudge-inbox filter="unread" .session=${createTestSession(sandbox, { ids })}></nudge-inbox>`,
  );
  await nextFrames();
  return inbox;
}

/** Returns each visible use of the accent: a name, its colour, the background behind it and the least contrast. */
function accentUses(inbox: NudgeInbox): [use: string, front: string, back: string, least: number][] {
  const [first] = cards(inbox);
  const styles = (root: Element, selector: string) => getComputedStyle(queryOne(root, selector));
  const { backgroundColor: surface } = styles(inbox, '.root');
  const surfaceBehind = ({ backgroundColor }: CSSStyleDeclaration) =>
    toRgba(backgroundColor)[3] === 0 ? surface : backgroundColor;
  const [primary, count] = [styles(first!, '.primary'), styles(inbox, '[aria-pressed=true] .count')];
  const focusedButton = queryOne(first!, '.tertiary');
  focusedButton.focus({ focusVisible: true });
  const ring = getComputedStyle(focusedButton);
  expect([ring.outlineStyle, ring.outlineWidth]).to.deep.equal(['solid', '2px']);
  const tab = styles(inbox, '[aria-pressed=true]');
  expect([tab.borderBottomStyle, tab.borderBottomWidth]).to.deep.equal(['solid', '2px']);
  return [
    ['primary button', primary.color, surfaceBehind(primary), 4.5],
    ['primary button border', primary.borderTopColor, surface, 3],
    ['tertiary button', ring.color, surface, 4.5],
    ['focus ring', ring.outlineColor, surface, 3],
    ['unread dot', styles(first!, '.dot').borderTopColor, surface, 3],
    ['tab', tab.borderBottomColor, surface, 3],
    ['count', count.color, surfaceBehind(count), 4.5],
  ];
}

for (const scheme of ['light', 'dark'] as const) {
  describe(`The accent colour in ${scheme} mode`, () => {
    before(() => emulateColorScheme(scheme));
    after(() => emulateColorScheme());
    beforeEach(() => addHostStyle(`html { ${followColorScheme()} }`));

    it('keeps all token pairs readable for any value', async () => {
      const avatar = await fixture<HTMLElement>(html`<nudge-avatar></nudge-avatar>`);
      for (const accent of [...accents, ...gridColours]) {
        avatar.style.setProperty('--nudge-accent', accent);
        expect(lowContrastPairs(avatar), accent).to.deep.equal([]);
      }
    });

    it('has enough contrast wherever it is used, even if the value is not a colour', async () => {
      const inbox = await renderInboxWithActions();
      for (const accent of [...accents, ...invalidColours]) {
        inbox.style.setProperty('--nudge-accent', accent);
        for (const [use, front, back, least] of accentUses(inbox)) {
          expect(contrast(toRgba(front), toRgba(back)), `${accent}: ${use}`).to.be.at.least(least);
        }
      }
    });

    it('fills buttons unchanged, and its default is also used for text', async () => {
      const inbox = await renderInboxWithActions();
      const defaultAccent = scheme === 'light' ? '#2b59d9' : '#8fabff';
      expect(resolveTokens(inbox)('accent')).to.deep.equal(toRgba(defaultAccent));
      expect(resolveTokens(inbox)('accent-text')).to.deep.equal(toRgba(defaultAccent));
      inbox.style.setProperty('--nudge-accent', '#ffe600');
      const [first] = cards(inbox);
      expect(toRgba(getComputedStyle(queryOne(first!, '.primary')).backgroundColor)).to.deep.equal(
        toRgba('#ffe600'),
      );
      expect(toRgba(getComputedStyle(queryOne(first!, '.primary')).color)).to.deep.equal(toRgba('#000'));
      inbox.style.setProperty('--nudge-accent', 'navy');
      expect(toRgba(getComputedStyle(queryOne(first!, '.primary')).color)).to.deep.equal(toRgba('#fff'));
    });

    it('does not override colours that the page sets', async () => {
      const inbox = await renderInboxWithActions();
      for (const name of ['accent-text', 'on-accent', 'accent-soft', 'on-badge']) {
        inbox.style.setProperty(`--nudge-${name}`, '#123456');
        expect(resolveTokens(inbox)(name), name).to.deep.equal(toRgba('#123456'));
      }
    });

    it('leaves initials and file types readable', async () => {
      const kinds = ['pdf', 'csv', 'zip'];
      const files = await renderCard({
        attachments: kinds.map((type) => ({ type, fileName: `figures.${type}`, url: `/figures.${type}` })),
      });
      const avatars = await fixture(
        html`<div>${['a', 'b', 'c'].map((name) => html`<nudge-avatar name=${name}></nudge-avatar>`)}</div>`,
      );
      const avatarElements = [...avatars.children].map((avatar) => queryOne(avatar, '.avatar'));
      expect(new Set(avatarElements.map(({ className }) => className))).to.have.length(3);
      const chips = queryAll(files, '.kind');
      expect(chips).to.have.length(kinds.length);
      for (const element of [...avatarElements, ...chips]) {
        const { color, backgroundColor } = getComputedStyle(element);
        expect(contrast(toRgba(color), toRgba(backgroundColor)), element.className).to.be.at.least(4.5);
      }
    });
  });
}

describe('<nudge-notification>', () => {
  for (const size of ['24px', '40px', '64px']) {
    it(`keeps its text beside an avatar of ${size}, and its card around both`, async () => {
      addHostStyle(`nudge-notification { --nudge-avatar-size: ${size}; }`);
      const element = await renderCard({ title: 'Ready', avatar: [{ fallBackName: 'Amelia Moss' }] });
      const avatar = queryOne(element, '.avatar').getBoundingClientRect();
      expect(avatar.width).to.equal(Number.parseInt(size));
      expect(avatar.right).to.be.below(queryOne(element, '.title').getBoundingClientRect().left);
      expect(avatar.bottom).to.be.below(queryOne(element, '.card').getBoundingClientRect().bottom);
    });
  }
});

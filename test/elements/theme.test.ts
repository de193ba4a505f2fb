import { expect, fixture, html } from '@open-wc/testing';
import type { NudgeBell } from '../../src/elements/bell/bell.js';
import type { NudgeInbox } from '../../src/elements/inbox/inbox.js';
import type { Session } from '../../src/session/session.js';
import { createSandbox } from '../../src/sandbox.js';
import { emulateColorScheme, followColorScheme } from './engine.js';
import {
  contrast,
  graphicPairs,
  minContrast,
  textPairs,
  toRgba,
  type Colour,
} from '../../stories/contrast.js';
import { openPanel } from './bell/bell-support.js';
import {
  addHostStyle,
  addNotifications,
  bellButton,
  cards,
  createEmptySandbox,
  createTestSession,
  hoverOver,
  inboxOf,
  panelOf,
  pictureUrl,
  queryAll,
  queryOne,
  renderBell,
  renderCard,
  renderInbox,
  visibleText,
  waitUntil,
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
  await waitUntil(() => cards(inbox).some((card) => queryAll(card, '.tertiary').length > 0), 'no card');
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
  it('keeps its text beside an avatar of any size, and its card around both', async () => {
    addHostStyle('nudge-notification { --nudge-avatar-size: 64px; }');
    const element = await renderCard({ title: 'Ready', avatar: [{ fallBackName: 'Amelia Moss' }] });
    const avatar = queryOne(element, '.avatar').getBoundingClientRect();
    expect(avatar.width).to.equal(64);
    expect(avatar.right).to.be.below(queryOne(element, '.title').getBoundingClientRect().left);
    expect(avatar.bottom).to.be.below(queryOne(element, '.card').getBoundingClientRect().bottom);
  });
});

describe('<nudge-inbox>', () => {
  /** The middle of an element and its size, from the top and the start of its card. */
  function placeOf(card: Element, selector: string): { middle: number; start: number; size: number } {
    const { left, top } = card.getBoundingClientRect();
    const { x, y, width, height } = queryOne(card, selector).getBoundingClientRect();
    return { middle: y + height / 2 - top, start: x - left, size: width };
  }

  it('lists its notifications more densely, and their dots and texts follow the avatars', async () => {
    addHostStyle(
      '.dense { --nudge-density: 0.5; } .dense-large { --nudge-density: 0.5; --nudge-avatar-size: 32px }',
    );
    const sandbox = createEmptySandbox();
    const payload = {
      title: 'Ready',
      avatar: ['Amelia Moss', 'Ben Ito', 'Carla Diaz'].map((fallBackName) => ({ fallBackName })),
    };
    const ids = addNotifications(sandbox, 2, (index) => ({
      payload: { ...payload, avatar: payload.avatar.slice(0, index === 0 ? 1 : 3) },
    }));
    const inbox = await renderInbox(createTestSession(sandbox, { ids }));
    await waitUntil(() => cards(inbox).length === 2);
    for (const [className, size, padding] of [
      ['', 40, 12],
      ['dense', 24, 6],
      ['dense-large', 32, 6],
    ] as const) {
      inbox.className = className;
      for (const card of cards(inbox)) {
        expect(placeOf(card, '.avatars'), className).to.include({ middle: padding + size / 2, size });
        expect(placeOf(card, '.dot').middle, className).to.equal(padding + size / 2);
        expect(placeOf(card, '.top').start, className).to.equal(16 + size + 12);
        for (const { right, bottom } of queryAll(card, '.avatar').map((avatar) =>
          avatar.getBoundingClientRect(),
        )) {
          const group = queryOne(card, '.avatars').getBoundingClientRect();
          expect([right <= group.right + 0.1, bottom <= group.bottom + 0.1], className).to.deep.equal([
            true,
            true,
          ]);
        }
      }
    }
  });

  it('gives a footer a padding, unless the page does', async () => {
    const inbox = await renderInbox(createTestSession(createEmptySandbox(), { ids: [] }));
    const footer = document.createElement('a');
    Object.assign(footer, { href: '#all', slot: 'footer', textContent: 'All' });
    inbox.append(footer);
    expect(getComputedStyle(footer).padding).to.equal('10px 16px');
    addHostStyle('[slot=footer] { padding: 0 }');
    expect(getComputedStyle(footer).padding).to.equal('0px');
  });
});

describe('The elements', () => {
  /** Creates a session whose cards show everything they can, with pictures from the test server. */
  function createFullSession(): Session {
    const sandbox = createSandbox({ pictureBase: `${pictureUrl}?`, fileBase: '/files/' });
    return createTestSession(sandbox, { ids: sandbox.notificationIds().slice(0, 15) });
  }

  async function renderOpenBell(session: Session): Promise<NudgeBell> {
    const bell = await renderBell(session);
    await openPanel(bell);
    await waitUntil(
      () => cards(inboxOf(bell)).length === session.notifications.state.items.length,
      'no cards',
    );
    return bell;
  }

  it('show the focus by a ring', async () => {
    const bell = await renderOpenBell(createFullSession());
    const [first] = cards(inboxOf(bell));
    for (const target of [
      queryOne(bell, '[slot=header-actions]'),
      queryOne(inboxOf(bell), 'header .icon-button'),
      queryOne(first!, '.tools button:first-child'),
      queryOne(first!, 'a.tag'),
    ]) {
      target.focus({ focusVisible: true });
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      expect([outlineStyle, outlineWidth], target.className).to.deep.equal(['solid', '2px']);
    }
  });

  it('run no animations with reduced motion', async () => {
    const source = { load: () => new Promise<never>(() => undefined) };
    const bell = await renderBell(createTestSession(createEmptySandbox(), { source }));
    await openPanel(bell);
    await waitUntil(() => queryAll(inboxOf(bell), '.placeholder').length > 0, 'It is not loading.');
    for (const { shadowRoot } of [bell, inboxOf(bell)]) expect(shadowRoot!.getAnimations()).to.have.length(0);
  });

  const spacing = new CSSStyleSheet();
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  );
  for (const [change, style, sheets] of [
    ['text of double size', '--nudge-font-size: 28px', []],
    ['wider text spacing', '', [spacing]],
  ] as const)
    it(`fit into 320 pixels with ${change}`, async () => {
      addHostStyle(`nudge-inbox { inline-size: 320px; ${style} }`);
      const inbox = await renderInbox(createFullSession());
      await waitUntil(() => cards(inbox).length === 15, 'no cards');
      for (const root of [inbox, ...cards(inbox)]) root.shadowRoot!.adoptedStyleSheets.push(...sheets);
      for (const element of [
        queryOne(inbox, '.root'),
        ...cards(inbox).map((card) => queryOne(card, '.card')),
      ]) {
        // Elements far from the viewport have no layout.
        element.scrollIntoView();
        await waitUntil(() => visibleText(element) !== '', 'It has no layout.');
        expect(element.scrollWidth, visibleText(element).slice(0, 40)).to.equal(element.clientWidth);
      }
    });

  it('have filters that fit into 320 pixels with text of double size, below each other if need be', async () => {
    addHostStyle('nudge-inbox { inline-size: 320px; --nudge-font-size: 28px }');
    const inbox = await renderInbox(createFullSession());
    inbox.filter = 'dismissed';
    await waitUntil(() => queryAll(inbox, '.filter').length === 3, 'no third filter');
    const root = queryOne(inbox, '.root');
    expect(root.scrollWidth).to.equal(root.clientWidth);
    const { left, right } = queryOne(inbox, '.filters > [role=group]').getBoundingClientRect();
    for (const filter of queryAll(inbox, '.filter')) {
      const box = filter.getBoundingClientRect();
      // They begin and end 6 pixels beside their text.
      expect(box.left, visibleText(filter)).to.be.at.least(left - 6);
      expect(box.right, visibleText(filter)).to.be.at.most(right + 6);
      expect(filter.scrollWidth, visibleText(filter)).to.equal(filter.clientWidth);
    }
  });

  it('keep buttons and marks side by side with text of double size', async () => {
    addHostStyle('nudge-inbox { inline-size: 400px; --nudge-font-size: 28px }');
    const session = createFullSession();
    session.preferences.setGroups([{ id: 'g1' }]);
    const inbox = await renderInbox(session);
    await waitUntil(() => queryAll(inbox, 'header .icon-button').length === 2, 'no preferences');
    await waitUntil(() => cards(inbox).length > 0, 'no cards');
    const [card] = cards(inbox);
    for (const [before, after] of [
      queryAll(inbox, 'header .icon-button'),
      [queryOne(card!, '.dot'), queryOne(card!, '.avatar')],
    ])
      expect(before!.getBoundingClientRect().right, before!.className).to.be.at.most(
        after!.getBoundingClientRect().left,
      );
  });

  it('break no word of their headings in 320 pixels with text of double size', async () => {
    addHostStyle('nudge-inbox { inline-size: 320px; --nudge-font-size: 28px }');
    const session = createFullSession();
    session.preferences.setGroups([{ id: 'g1' }]);
    const inbox = await renderInbox(session);
    await waitUntil(() => queryAll(inbox, 'header .icon-button').length === 2, 'no preferences');
    const expectOneLine = (element: Element): void => {
      const heading = queryOne(element, 'h2');
      expect(heading.clientHeight, visibleText(heading)).to.be.below(28 * 1.14 * 1.5 * 1.5);
      const { left, right } = element.getBoundingClientRect();
      for (const button of queryAll(inbox, 'header button, [slot=back]')) {
        if (!button.checkVisibility()) continue;
        const box = button.getBoundingClientRect();
        expect(box.left).to.be.at.least(left);
        expect(box.right).to.be.at.most(right);
      }
    };
    expectOneLine(inbox);
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, 'nudge-preferences').length === 1);
    const preferences = queryOne(inbox, 'nudge-preferences');
    await waitUntil(() => queryAll(preferences, 'h2').length === 1);
    expectOneLine(preferences);
  });

  it('have a round ring at every button, and do not react to a pointer while it is disabled', async () => {
    const session = createTestSession(createEmptySandbox(), { ids: [] });
    session.preferences.setGroups(['g1', 'g2'].map((id) => ({ id, isGroupNotificationOff: true })));
    const inbox = await renderInbox(session);
    await waitUntil(() => queryAll(inbox, 'header .icon-button').length === 2, 'no preferences');
    const lookOf = (button: Element) => {
      const { borderRadius, backgroundColor, color, textDecorationLine } = getComputedStyle(button);
      return { borderRadius, backgroundColor, color, textDecorationLine };
    };
    const expectCalm = async (button: Element): Promise<void> => {
      expect(button.ariaDisabled).to.equal('true');
      const before = lookOf(button);
      await hoverOver(button);
      await waitUntil(() => button.matches(':hover'));
      expect(lookOf(button)).to.deep.equal(before);
      expect(before.borderRadius).to.equal('8px');
    };
    await expectCalm(queryOne(inbox, '.header-buttons > .icon-button'));
    inbox.view = 'preferences';
    await waitUntil(() => queryAll(inbox, 'nudge-preferences').length === 1);
    const preferences = queryOne(inbox, 'nudge-preferences');
    await waitUntil(() => queryAll(preferences, '.foot button').length === 1);
    await expectCalm(queryOne(preferences, '.foot button'));
  });

  it('do nothing but show it when a control gets the focus', async () => {
    const bell = await renderOpenBell(createFullSession());
    const { view, filter } = inboxOf(bell);
    const fired: string[] = [];
    for (const name of ['nudge-open', 'nudge-close', 'nudge-select', 'nudge-navigate', 'nudge-read-change'])
      bell.addEventListener(name, () => fired.push(name));
    const controls = [inboxOf(bell), ...cards(inboxOf(bell))]
      .flatMap((root) => queryAll(root, ':is(a, button, input, [tabindex])'))
      .filter((control) => control.checkVisibility());
    expect(controls.length).to.be.above(20);
    const { href } = location;
    for (const control of controls) control.focus();
    await inboxOf(bell).updateComplete;
    expect(fired).to.deep.equal([]);
    expect([bell.open, inboxOf(bell).view, inboxOf(bell).filter]).to.deep.equal([true, view, filter]);
    expect(location.href).to.equal(href);
  });

  it('have targets of at least 24 pixels', async () => {
    const bell = await renderOpenBell(createFullSession());
    const inbox = inboxOf(bell);
    const targets = [bell, inbox, ...cards(inbox)]
      .flatMap((root) => queryAll(root, ':is(a, button):not(.item-link, .item-button)'))
      .filter((target) => target.checkVisibility());
    expect(targets.length).to.be.above(20);
    const tooSmall = targets.filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width < 24 || height < 24;
    });
    expect(tooSmall.map((target) => `${target.className} ${visibleText(target)}`)).to.deep.equal([]);
  });

  it('have a tab order that follows the visual order', async () => {
    const sandbox = createEmptySandbox();
    const ids = addNotifications(sandbox, 2, () => ({ payload: { title: 'Title', itemRedirect: '/there' } }));
    const bell = await renderOpenBell(createTestSession(sandbox, { ids }));
    const order = [
      ...queryAll(inboxOf(bell), 'header button, .filter'),
      ...cards(inboxOf(bell)).flatMap((card) =>
        queryAll(card, ':is(a, button):not(.item-link, .item-button)'),
      ),
    ].filter((element) => element.checkVisibility());
    expect(order.every((element) => element.tabIndex === 0)).to.be.true;
    const tops = order.map((element) => element.getBoundingClientRect().top);
    expect(order).to.have.length(7);
    expect(tops.slice(3, 5).every((top) => top >= tops[1]!)).to.be.true;
    expect(panelOf(bell).contains(bellButton(bell))).to.be.false;
  });
});

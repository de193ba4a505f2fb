import { waitFor, within } from 'storybook/test';

interface Options {
  name?: string | RegExp;
}

/** The tree of an element and all shadow trees in it. */
function* treesIn(root: ParentNode): Generator<HTMLElement> {
  // The queries use nothing that a shadow root does not have.
  yield root as HTMLElement;
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) yield* treesIn(shadowRoot);
}

/** All elements with a role and name, in all shadow trees. */
export function allByRole(root: ParentNode, role: string, options: Options = {}): HTMLElement[] {
  return [...treesIn(root)].flatMap((tree) => within(tree).queryAllByRole(role, options));
}

/** The first element with a role and name, as soon as there is one. */
export function findByRole(root: ParentNode, role: string, options: Options = {}): Promise<HTMLElement> {
  return waitFor(() => {
    const [first] = allByRole(root, role, options);
    if (!first) throw new Error(`There is no ${role} ${String(options.name ?? '')}`);
    return first;
  });
}

/** The text of all shadow trees, including text for screen readers only. */
export function textOf(root: ParentNode): string {
  return [...treesIn(root)].map(({ textContent }) => textContent).join('\n');
}

/** The first visible element that is this part, in all shadow trees. */
export function findPart(root: ParentNode, name: string): Element | undefined {
  const parts = [...treesIn(root)].flatMap((tree) => [...tree.querySelectorAll(`[part~="${name}"]`)]);
  // What only screen readers get has a width of one pixel.
  return parts.find((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1);
}

/** Lays out all rows: the contents of rows outside of the screen overlap, which nobody sees but the accessibility check. */
export async function layOutRows(root: ParentNode): Promise<void> {
  // An inbox renders its rows in a task of their own.
  for (const tree of treesIn(root))
    for (const inbox of tree.querySelectorAll('nudge-inbox')) await inbox.updateComplete;
  for (const tree of treesIn(root))
    for (const row of tree.querySelectorAll<HTMLElement>('[role=article]'))
      row.style.setProperty('content-visibility', 'visible');
}

/** Copies of style sheets, with everything hovered. */
const hoveredSheets = new Map<CSSStyleSheet, CSSStyleSheet>();

function toHovered(sheet: CSSStyleSheet): CSSStyleSheet {
  const hovered = hoveredSheets.get(sheet) ?? new CSSStyleSheet();
  if (!hoveredSheets.has(sheet)) {
    const text = [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
    // As specific, and always true in a shadow tree.
    hovered.replaceSync(text.replaceAll('(hover: hover)', 'all').replaceAll(':hover', ':not(:root)'));
    hoveredSheets.set(sheet, hovered);
  }
  return hovered;
}

/** Styles everything in the elements as if the pointer were over it: a story cannot move the pointer. */
export function hoverAll(root: ParentNode): void {
  for (const tree of treesIn(root))
    if (tree instanceof ShadowRoot) tree.adoptedStyleSheets = tree.adoptedStyleSheets.map(toHovered);
}

import { waitFor, within } from 'storybook/test';

interface Options {
  name?: string | RegExp;
}

/** An element's own tree and all shadow trees in it. */
function* treesIn(root: ParentNode): Generator<HTMLElement> {
  // The queries need no more of it than a shadow root has.
  yield root as HTMLElement;
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) yield* treesIn(shadowRoot);
}

/** All that a person would call so, wherever in the elements it is: a tree of their own is nothing to see. */
export function allByRole(root: ParentNode, role: string, options: Options = {}): HTMLElement[] {
  return [...treesIn(root)].flatMap((tree) => within(tree).queryAllByRole(role, options));
}

/** The first of them, as soon as there is one. */
export function findByRole(root: ParentNode, role: string, options: Options = {}): Promise<HTMLElement> {
  return waitFor(() => {
    const [first] = allByRole(root, role, options);
    if (!first) throw new Error(`There is no ${role} ${String(options.name ?? '')}`);
    return first;
  });
}

/** What is written on the screen, in every shadow tree; and what is only spoken. */
export function textOf(root: ParentNode): string {
  return [...treesIn(root)].map(({ textContent }) => textContent).join('\n');
}

/** Half appeared, colours would be those of a ghost. */
export async function settled(root: ParentNode): Promise<void> {
  const animations = [...treesIn(root)].flatMap((tree) =>
    [...tree.children].flatMap((child) => child.getAnimations({ subtree: true })),
  );
  const finite = animations.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}

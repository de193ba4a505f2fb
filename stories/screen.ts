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

/** Waits for the end of all animations: while elements fade in, their colours fail the contrast check. */
export async function animationsFinished(root: ParentNode): Promise<void> {
  const animations = [...treesIn(root)].flatMap((tree) =>
    [...tree.children].flatMap((child) => child.getAnimations({ subtree: true })),
  );
  const finite = animations.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}

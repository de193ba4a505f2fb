/**
 * Where a link of the documentation leads in Storybook: to the page of another Markdown file, such as `theming.md#parts`, to another site,
 * or within the page. Null for the other files of the repository, which are not in Storybook.
 */
export function toLinkTarget(href: string): string | null {
  if (/^(?:https:\/\/|#)/.test(href)) return href;
  const [, name, anchor = ''] = /^(?:docs\/|\.\.\/(?=CHANGELOG))?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? null : `?path=/docs/documentation-${name.toLowerCase()}--docs${anchor}`;
}

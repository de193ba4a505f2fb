import { AnchorMdx, CodeOrSourceMdx, HeadersMdx, Markdown } from '@storybook/addon-docs/blocks';
import { useEffect, useRef, type ComponentProps, type ReactElement, type RefObject } from 'react';
import { toAnchor } from './anchor.js';

/**
 * Leads to the page of Storybook if the target is a Markdown file, such as `theming.md#parts`. Other files of the repository are not in
 * Storybook: what leads to one is text.
 */
function Link({ href = '', children }: ComponentProps<'a'>): ReactElement {
  const isExternal = href.startsWith('https://');
  const [, name, anchor = ''] = /([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const isPage = name !== undefined && !isExternal;
  if (!isPage && href.startsWith('../')) return <>{children}</>;
  return (
    <AnchorMdx
      href={isPage ? `?path=/docs/documentation-${name.toLowerCase()}--docs${anchor}` : href}
      target={isExternal ? '_blank' : ''}
    >
      {children}
    </AnchorMdx>
  );
}

/** Scrolls if the table is wider than the page. */
const Table = ({ children }: ComponentProps<'table'>): ReactElement => (
  <div style={{ overflowX: 'auto' }} role="region" aria-label="Table" tabIndex={0}>
    <table>{children}</table>
  </div>
);

/** They replace the block's own ones altogether, so the unchanged ones are listed, too. */
const overrides = { ...HeadersMdx, code: CodeOrSourceMdx, a: Link, table: Table };

/** Numbers the anchors of headings that are repeated, such as those of a changelog, as GitHub does. */
function numberAnchors(content: HTMLElement): void {
  const counts = new Map<string, number>();
  for (const heading of content.querySelectorAll(':is(h1, h2, h3, h4)[id]')) {
    const count = counts.get(heading.id) ?? 0;
    counts.set(heading.id, count + 1);
    if (count > 0) heading.id += `-${count}`;
  }
}

/** Code blocks load late and push down the heading of the address: scrolls to it again, until the reader scrolls. */
function useHeadingOfAddress(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current) numberAnchors(content.current);
    const { hash } = window.frameElement?.ownerDocument.location ?? window.location;
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!heading || !content.current) return;
    const observer = new ResizeObserver(() => heading.scrollIntoView());
    const stop = (): void => observer.disconnect();
    observer.observe(content.current);
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      window.addEventListener(type, stop, { once: true, passive: true });
    return stop;
  }, []);
  return content;
}

/** A Markdown file of `docs/` as a page of Storybook. */
export function MarkdownPage({ text }: { text: string }): ReactElement {
  const content = useHeadingOfAddress();
  return (
    <div ref={content}>
      <Markdown options={{ enforceAtxHeadings: true, slugify: toAnchor, overrides }}>{text}</Markdown>
    </div>
  );
}

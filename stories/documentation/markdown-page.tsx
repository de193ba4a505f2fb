import { AnchorMdx, CodeOrSourceMdx, HeadersMdx, Markdown } from '@storybook/addon-docs/blocks';
import { useEffect, useRef, type ComponentProps, type ReactElement, type RefObject } from 'react';
import { toAnchor } from './anchor.js';
import { toLinkTarget } from './link-target.js';

/** What leads to a file that is not in Storybook is text. */
function Link({ href = '', children }: ComponentProps<'a'>): ReactElement {
  const target = toLinkTarget(href);
  if (target === null) return <>{children}</>;
  return (
    <AnchorMdx href={target} target={target.startsWith('https://') ? '_blank' : ''}>
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

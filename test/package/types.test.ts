import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';
import { components } from './typed-react.js';
import { page, tags } from './typed-tags.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', '@types/react');
});
afterAll(() => consumer.remove());

interface Manifest {
  modules: { declarations?: { name: string; attributes: { fieldName: string }[] }[] }[];
}

const bundler = { module: 'esnext', moduleResolution: 'bundler', types: [] };

/** Stubs of the framework types; the framework demos check the types with the real ones. */
const frameworks = {
  'vue.d.ts': `
    declare module 'vue' {
      export interface GlobalComponents {}
      export interface HTMLAttributes { id?: string | undefined }
      export interface PublicProps { key?: PropertyKey | undefined }
    }`,
  'svelte.d.ts': `
    declare module 'svelte/elements' {
      export interface HTMLAttributes<Class extends EventTarget> { onclick?: ((this: Class) => void) | undefined }
      export interface SvelteHTMLElements {}
    }`,
};

const vue = `
import type {} from 'nudge-inbox/vue';
import type { GlobalComponents, HTMLAttributes } from 'vue';

declare const bell: InstanceType<GlobalComponents['nudge-bell']>;
bell.maxCount.toFixed();
type Props = (typeof bell)['$props'];
const props: Props = { placement: 'top-end', readOnView: true, id: 'a', key: 1, part: 'b', slot: 'c' };
props.onNudgeOpen = ({ detail }) => detail.reason.trim();
const content: HTMLAttributes = { slot: 'empty' };
void content;

// @ts-expect-error This placement does not exist.
props.placement = 'left';
// @ts-expect-error This event does not exist.
props.onNudgeOpened = () => undefined;
// @ts-expect-error The property is called reason.
props.onNudgeOpen = ({ detail }) => detail.why;
`;

const svelte = `
import type {} from 'nudge-inbox/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

const bell: SvelteHTMLElements['nudge-bell'] = { placement: 'top-end', maxCount: 3, 'read-on-view': true };
bell['onnudge-open'] = ({ detail }) => detail.reason.trim();
bell.onclick = function () { this.open = true; };

// @ts-expect-error This placement does not exist.
bell.placement = 'left';
// @ts-expect-error Svelte writes false as a string, which an attribute treats as true.
bell['read-on-view'] = false;
// @ts-expect-error This event does not exist.
bell['onnudge-opened'] = () => undefined;
// @ts-expect-error The property is called reason.
bell['onnudge-open'] = ({ detail }) => detail.why;
`;

// A compiler run takes seconds, so files share one; its errors name the file.
describe('The types of tags and components', { timeout: 60_000 }, () => {
  it('compile in plain TypeScript and in JSX', () => {
    const sources = { 'page.ts': page, 'tags.tsx': tags, 'components.tsx': components };
    expect(consumer.compile(sources, { ...bundler, jsx: 'react-jsx' })).toBe('');
  });

  it('include every attribute of the elements in React', () => {
    const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
    const elements = modules.flatMap(({ declarations = [] }) => declarations);
    const source = elements.map(({ name, attributes }) => {
      const entry = name === 'NudgeToasts' ? 'nudge-inbox/toasts/react' : 'nudge-inbox/react';
      const fields = attributes.map(({ fieldName }) => `'${fieldName}'`).join(' | ');
      return `export const ${name}: Pick<import('${entry}').${name}Props, ${fields}> = {};`;
    });
    expect(elements).not.toEqual([]);
    expect(consumer.compile({ 'attributes.ts': source.join('\n') }, bundler)).toBe('');
  });

  it('compile with Node resolution and when named in the compiler options', () => {
    const [, unnamed = ''] = tags.split("import type {} from 'nudge-inbox/jsx';");
    const sources = { 'page.ts': page, 'tags.tsx': unnamed, 'components.tsx': components };
    const node = { module: 'nodenext', moduleResolution: 'nodenext', types: ['nudge-inbox/jsx'] };
    expect(consumer.compile(sources, { ...node, jsx: 'react-jsx' })).toBe('');
  });

  it('compile in Vue templates and Svelte markup', () => {
    const sources = { ...frameworks, 'template.ts': vue, 'markup.ts': svelte };
    expect(consumer.compile(sources, bundler)).toBe('');
  });
});

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';
import { backend, website } from './typed-consumer.js';
import { angularSignals, reactHooks, svelteStores, vueComposables } from './typed-hooks.js';
import { components } from './typed-react.js';
import { createRegistered, page, tags } from './typed-tags.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', '@types/react', 'vue', 'svelte', '@angular/core');
  return () => consumer.remove();
});

interface Manifest {
  modules: { declarations?: { name: string; attributes: { fieldName: string }[] }[] }[];
}

/** Stubs of the framework types; the framework tests check the types with the real ones. */
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

/** A statement for each element, which fails if its React component lacks a property with an attribute. */
function createAttributes(): string {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
  const elements = modules.flatMap(({ declarations = [] }) => declarations);
  expect(elements).not.toEqual([]);
  return (
    elements
      // It has attributes alone, which React sets itself.
      .filter(({ name }) => name !== 'NudgeBadge')
      .map(({ name, attributes }) => {
        const entry = name === 'NudgeToasts' ? 'nudge-inbox/toasts/react' : 'nudge-inbox/react';
        const fields = attributes.map(({ fieldName }) => `'${fieldName}'`).join(' | ');
        return `export const ${name}: Pick<import('${entry}').${name}Props, ${fields}> = {};`;
      })
      .join('\n')
  );
}

// A run of the compiler takes seconds, so files share one; its errors name the file.
describe('The types of the package', () => {
  it('compile with Node resolution in a backend without a DOM, libraries checked', () => {
    const node = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['ES2022'], types: ['node'] };
    expect(consumer.compile({ 'backend.ts': backend }, node)).toBe('');
  });

  it('compile with bundler resolution in a page and its templates, libraries checked', () => {
    const sources = {
      ...frameworks,
      'website.ts': website,
      'page.ts': page,
      'tags.tsx': tags,
      'components.tsx': components,
      'attributes.ts': createAttributes(),
      'template.ts': vue,
      'markup.ts': svelte,
    };
    const bundler = { module: 'esnext', moduleResolution: 'bundler', types: [], jsx: 'react-jsx' };
    expect(consumer.compile(sources, bundler)).toBe('');
  });

  it.each(['define', 'toasts'])(
    'type tags and events in a page whose only import is nudge-inbox/%s',
    (entry) => {
      const bundler = { module: 'esnext', moduleResolution: 'bundler', types: [], skipLibCheck: true };
      expect(consumer.compile({ 'registered.ts': createRegistered(entry) }, bundler)).toBe('');
    },
  );

  it('compile with Node resolution in a page with hooks, and when named in the compiler options', () => {
    const [, unnamed = ''] = tags.split("import type {} from 'nudge-inbox/jsx';");
    const sources = {
      'website.ts': website,
      'page.ts': page,
      'tags.tsx': unnamed,
      'components.tsx': components,
      'react.ts': reactHooks,
      'vue.ts': vueComposables,
      'svelte.ts': svelteStores,
      'angular.ts': angularSignals,
    };
    const node = { module: 'nodenext', moduleResolution: 'nodenext', types: ['nudge-inbox/jsx'] };
    // The types of the frameworks have errors of their own in strict projects.
    expect(consumer.compile(sources, { ...node, jsx: 'react-jsx', skipLibCheck: true })).toBe('');
  });
});

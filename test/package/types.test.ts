import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';
import { components } from './typed-react.js';
import { page, tags } from './typed-tags.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', '@types/react');
});
afterAll(() => consumer.remove());

const bundler = { module: 'esnext', moduleResolution: 'bundler', types: [] };

/** What the type files ask of a framework, where it is not installed: the framework demos check them with the real one. */
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

// @ts-expect-error There is no such place.
props.placement = 'left';
// @ts-expect-error There is no such event.
props.onNudgeOpened = () => undefined;
// @ts-expect-error It is called reason.
props.onNudgeOpen = ({ detail }) => detail.why;
`;

const svelte = `
import type {} from 'nudge-inbox/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

const bell: SvelteHTMLElements['nudge-bell'] = { placement: 'top-end', maxCount: 3, 'read-on-view': true };
bell['onnudge-open'] = ({ detail }) => detail.reason.trim();
bell.onclick = function () { this.open = true; };

// @ts-expect-error There is no such place.
bell.placement = 'left';
// @ts-expect-error Svelte would write the word false, which means yes.
bell['read-on-view'] = false;
// @ts-expect-error There is no such event.
bell['onnudge-opened'] = () => undefined;
// @ts-expect-error It is called reason.
bell['onnudge-open'] = ({ detail }) => detail.why;
`;

// Each run of the compiler takes some seconds, so what can go together does; its complaints name the file.
describe('the types of the tags and of the components', { timeout: 60_000 }, () => {
  it('hold in plain TypeScript and in JSX', () => {
    const sources = { 'page.ts': page, 'tags.tsx': tags, 'components.tsx': components };
    expect(consumer.compile(sources, { ...bundler, jsx: 'react-jsx' })).toBe('');
  });

  it('hold as Node resolves them, and named in the settings of the compiler', () => {
    const [, unnamed = ''] = tags.split("import type {} from 'nudge-inbox/jsx';");
    const sources = { 'page.ts': page, 'tags.tsx': unnamed, 'components.tsx': components };
    const node = { module: 'nodenext', moduleResolution: 'nodenext', types: ['nudge-inbox/jsx'] };
    expect(consumer.compile(sources, { ...node, jsx: 'react-jsx' })).toBe('');
  });

  it('hold in the templates of Vue and the markup of Svelte', () => {
    const sources = { ...frameworks, 'template.ts': vue, 'markup.ts': svelte };
    expect(consumer.compile(sources, bundler)).toBe('');
  });
});

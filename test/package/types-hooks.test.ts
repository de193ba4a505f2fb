import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';
import { angularSignals, reactHooks, svelteStores, vueComposables } from './typed-hooks.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', '@types/react', 'vue', 'svelte', '@angular/core');
});
afterAll(() => consumer.remove());

describe('The types of the hooks', { timeout: 60_000 }, () => {
  const sources = {
    'react.ts': reactHooks,
    'vue.ts': vueComposables,
    'svelte.ts': svelteStores,
    'angular.ts': angularSignals,
  };

  it.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('compile with %s resolution', (moduleResolution, module) => {
    // The types of the frameworks have errors of their own in strict projects.
    expect(consumer.compile(sources, { module, moduleResolution, types: [], skipLibCheck: true })).toBe('');
  });
});

import { expect, it } from 'vitest';
import { SourcePages } from '../../../src/session/sources/source-pages.js';
import { countSteps } from '../count-steps.js';
import { makeIds, makeReferences } from '../fakes.js';

it('A further page takes as many steps after many notifications as after few', async () => {
  const stepsAfter = (count: number): Promise<number> => {
    const pages = new SourcePages();
    pages.apply({ references: makeReferences(makeIds(count)), nextCursor: 'next' }, undefined);
    const references = makeReferences(makeIds(25, 'further'));
    return countSteps(() => pages.apply({ references }, 'next'));
  };
  expect(await stepsAfter(1000)).toBe(await stepsAfter(100));
});

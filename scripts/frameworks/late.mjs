// The page of an app whose tags are registered late, as where the script is slow.
import { seesWhatWasSet } from './journey.mjs';
import { eventually } from './visit.mjs';

/** Keeps the tags from being registered until the page is told to: as if the script were slow. */
export function holdTags() {
  const { customElements } = globalThis;
  const define = customElements.define.bind(customElements);
  let held = [];
  customElements.define = (tag, ...rest) => {
    if (held && tag.startsWith('nudge-')) held.push([tag, ...rest]);
    else define(tag, ...rest);
  };
  globalThis.releaseTags = () => {
    for (const definition of held) define(...definition);
    held = null;
  };
}

export const lateSteps = (options) => [
  [
    'properties set before the tags are registered count',
    async (visit) => {
      await visit.page.locator('nudge-bell:not(:defined)').waitFor({ state: 'attached' });
      await visit.page.evaluate(() => globalThis.releaseTags());
      await seesWhatWasSet(visit, options);
      await visit.hears(['nudge-open'], () => visit.open(), ['nudge-bell nudge-open {"reason":"button"}']);
    },
  ],
  [
    'the console told no error and no warning',
    (visit) => eventually('it', () => [...visit.errors, ...visit.warnings], []),
  ],
];

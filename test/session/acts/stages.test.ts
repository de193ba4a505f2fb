import { describe, expect, it } from 'vitest';
import {
  pendingOf,
  reduceStages,
  type ActStages,
  type StageChange,
} from '../../../src/session/acts/stages.js';

const done = (act: string): StageChange<string> => ({ type: 'decided', decision: act });
const sent = (act: string): StageChange<string> => ({ type: 'sent', decision: act });
const [saved, failed, waiting, overruled] = (['saved', 'failed', 'waiting', 'overruled'] as const).map(
  (type): StageChange<string> => ({ type }),
) as [StageChange<string>, StageChange<string>, StageChange<string>, StageChange<string>];

/** What happens, in words; what happens; and what is unsaved then: the latest, its stage, and what is under way. */
const rows: [what: string, changes: StageChange<string>[], expected: (string | null)[] | null][] = [
  ['something is done', [done('a')], ['a', 'saving', null]],
  ['it is sent', [done('a'), sent('a')], ['a', 'saving', 'a']],
  ['it is saved', [done('a'), sent('a'), saved], ['a', 'saved', null]],
  ['something else is done after that', [done('a'), sent('a'), saved, done('b')], ['b', 'saving', null]],
  ['it is overruled after that', [done('a'), sent('a'), saved, overruled], null],
  ['it fails', [done('a'), sent('a'), failed], ['a', 'failed', null]],
  ['it fails before it is sent', [done('a'), failed], ['a', 'failed', null]],
  ['it has to wait', [done('a'), waiting], ['a', 'waiting', null]],
  ['it waits, and is sent', [done('a'), waiting, sent('a')], ['a', 'saving', 'a']],
  ['it is done again after a failure', [done('a'), failed, done('b')], ['b', 'saving', null]],
  ['something else is done before it is sent', [done('a'), done('b')], ['b', 'saving', null]],
  ['something else is done while it is under way', [done('a'), sent('a'), done('b')], ['b', 'saving', 'a']],
  [
    'of what is done while it is under way, the last counts',
    [done('a'), sent('a'), done('b'), done('c')],
    ['c', 'saving', 'a'],
  ],
  ['what follows is sent once it is saved', [done('a'), sent('a'), done('b'), saved], ['b', 'saving', null]],
  [
    'what follows is sent after its failure, too',
    [done('a'), sent('a'), done('b'), failed],
    ['b', 'saving', null],
  ],
  [
    'what follows is sent where it had to wait',
    [done('a'), sent('a'), done('b'), waiting],
    ['b', 'saving', null],
  ],
  ['it is overruled before it is sent', [done('a'), overruled], null],
  ['it is overruled while it is under way', [done('a'), sent('a'), overruled], [null, 'saving', 'a']],
  ['it is overruled, and saved', [done('a'), sent('a'), overruled, saved], null],
  ['it is overruled, and fails', [done('a'), sent('a'), overruled, failed], null],
  ['its failure is overruled', [done('a'), failed, overruled], null],
  [
    'something else is done after it was overruled, while it is under way',
    [done('a'), sent('a'), overruled, done('b')],
    ['b', 'saving', 'a'],
  ],
];

describe('What the customer has done', () => {
  it.each(rows)('is as far as the table says if %s', (_, changes, expected) => {
    const stages = changes.reduce<ActStages<string> | null>(reduceStages, null);
    expect(stages && [stages.latest, stages.stage, stages.sending]).toEqual(expected);
  });

  it.each([
    ['is sent or waits', 'a', [[done('a')], [done('a'), sent('a')], [done('a'), waiting]]],
    [
      'is saved, has failed or is overruled',
      null,
      [
        [done('a'), saved],
        [done('a'), failed],
        [done('a'), overruled],
      ],
    ],
  ])('is pending or not while it %s', (_, expected, series) => {
    for (const changes of series)
      expect(pendingOf(changes.reduce<ActStages<string> | null>(reduceStages, null))).toBe(expected);
  });
});

const frameMs = 1000 / 60;

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {string} scenario
 * @property {string} metric
 * @property {'ms' | 'MB' | 'CLS'} [unit] A row without a unit is a count. CLS: https://web.dev/articles/cls
 * @property {number} [maxRatio] The limit of the ratio of the current build to the floor.
 * @property {number} [max] The limit of the value of the current build.
 * @property {'normal' | 'slowed'} [limitAt] The only speed of the processor at which the limits hold.
 */

/** What happens until a list of 24 from the network shows its first card. */
const networkRows = ['ids', 'dates', 'records'].flatMap((references) => {
  const scenario = `network ${references}`;
  const prefix = `24 over the network, references with ${references === 'ids' ? 'ids only' : references}`;
  const steps =
    references === 'records'
      ? []
      : [
          { label: '  until the first record is requested', metric: 'untilRequest' },
          { label: '  until its response', metric: 'untilResponse' },
        ];
  return [
    { label: `${prefix}: list response`, scenario, metric: 'listResponse', unit: 'ms' },
    ...steps.map((step) => ({ ...step, scenario, unit: 'ms' })),
    { label: '  until the first card is painted', scenario, metric: 'untilPaint', unit: 'ms' },
    { label: `${prefix}: first card painted`, scenario, metric: 'firstCard', unit: 'ms', maxRatio: 1.2 },
    { label: `${prefix}: screen complete`, scenario, metric: 'screen', unit: 'ms' },
    { label: `${prefix}: layout shift`, scenario, metric: 'layoutShift', unit: 'CLS', max: 0.01 },
  ];
});

/** The rows of the table, in order. @type {Row[]} */
export const rows = [
  ...networkRows,
  {
    label: '24 ids: first card painted',
    scenario: 'list 24',
    metric: 'firstCard',
    unit: 'ms',
    maxRatio: 1.15,
  },
  {
    label: '24 ids of a source, with dates and read state: first card painted',
    scenario: 'source 24',
    metric: 'firstCard',
    unit: 'ms',
    maxRatio: 1.15,
  },
  { label: '24 ids: screen complete', scenario: 'list 24', metric: 'screen', unit: 'ms' },
  { label: '24 ids: work until idle', scenario: 'list 24', metric: 'loadWork', unit: 'ms' },
  {
    label: '24 ids: longest task over 50 ms',
    scenario: 'list 24',
    metric: 'longestTask',
    unit: 'ms',
    max: 50,
    limitAt: 'slowed',
  },
  { label: '100 ids: first card painted', scenario: 'list 100', metric: 'firstCard', unit: 'ms' },
  { label: '100 ids: screen complete', scenario: 'list 100', metric: 'screen', unit: 'ms' },
  { label: '100 ids: read through, time', scenario: 'list 100', metric: 'readTime', unit: 'ms' },
  { label: '100 ids: read through, work', scenario: 'list 100', metric: 'readWork', unit: 'ms' },
  {
    label: '100 cards: heap above an empty page',
    scenario: 'list 100',
    metric: 'heap',
    unit: 'MB',
    max: 1.6,
  },
  { label: '100 cards: DOM nodes', scenario: 'list 100', metric: 'nodes' },
  {
    label: '100 ids: list usable, floor creates all cards',
    scenario: 'eager 100',
    metric: 'usable',
    unit: 'ms',
  },
  { label: '100 cards without a list: painted', scenario: 'cards 100', metric: 'painted', unit: 'ms' },
  {
    label: '1,000 ids: first card painted',
    scenario: 'list 1000',
    metric: 'firstCard',
    unit: 'ms',
    maxRatio: 1.15,
  },
  { label: '1,000 ids: screen complete', scenario: 'list 1000', metric: 'screen', unit: 'ms' },
  { label: '1,000 ids: work until idle', scenario: 'list 1000', metric: 'loadWork', unit: 'ms' },
  {
    label: '1,000 ids: read through, time',
    scenario: 'list 1000',
    metric: 'readTime',
    unit: 'ms',
    maxRatio: 1.3,
  },
  {
    label: '1,000 ids: read through, work',
    scenario: 'list 1000',
    metric: 'readWork',
    unit: 'ms',
    maxRatio: 1.3,
  },
  {
    label: '1,000 ids: list usable, floor creates all cards',
    scenario: 'eager 1000',
    metric: 'usable',
    unit: 'ms',
    maxRatio: 1.3,
  },
  { label: '1,000 cards without a list: painted', scenario: 'cards 1000', metric: 'painted', unit: 'ms' },
  { label: '1,000 cards: heap above an empty page', scenario: 'list 1000', metric: 'heap', unit: 'MB' },
  { label: '1,000 cards: DOM nodes', scenario: 'list 1000', metric: 'nodes' },
  {
    label: 'arrival into 1,000: add() returns',
    scenario: 'list 1000',
    metric: 'arrivalReturned',
    unit: 'ms',
  },
  { label: 'arrival into 1,000: card painted', scenario: 'list 1000', metric: 'arrivalPainted', unit: 'ms' },
  {
    label: 'arrival into 1,000: work',
    scenario: 'list 1000',
    metric: 'arrivalWork',
    unit: 'ms',
    max: frameMs,
  },
  ...[24, 200].flatMap((count) => {
    const scenario = `bell ${count}`;
    const maxTaskMs = count === 24 ? { max: 50, limitAt: 'slowed' } : {};
    return [
      {
        label: `bell, ${count} ids: longest task over 50 ms at load`,
        scenario,
        metric: 'longestTaskAtLoad',
        unit: 'ms',
        ...maxTaskMs,
      },
      {
        label: `bell, ${count} ids: longest task over 50 ms at opening`,
        scenario,
        metric: 'longestTaskAtOpening',
        unit: 'ms',
        ...maxTaskMs,
      },
      {
        label: `bell, ${count} ids: press until next paint`,
        scenario,
        metric: 'nextPaint',
        unit: 'ms',
        max: 200,
        limitAt: 'slowed',
      },
      { label: `bell, ${count} ids: press until first card painted`, scenario, metric: 'opened', unit: 'ms' },
      { label: `bell, ${count} ids: work of the opening`, scenario, metric: 'openingWork', unit: 'ms' },
    ];
  }),
  {
    label: 'bell, 100,000 ids: longest task over 50 ms at load',
    scenario: 'bell 100000',
    metric: 'longestTaskAtLoad',
    unit: 'ms',
    max: 200,
    limitAt: 'normal',
  },
  {
    label: 'bell, 100,000 ids: longest task over 50 ms at opening',
    scenario: 'bell 100000',
    metric: 'longestTaskAtOpening',
    unit: 'ms',
    max: 200,
    limitAt: 'normal',
  },
  { label: 'closed bell, 24 ids: records requested', scenario: 'requests 24', metric: 'none', max: 24 },
  {
    label: 'closed bell, 24 ids with dates and read state: records requested',
    scenario: 'requests 24',
    metric: 'dates',
    max: 0,
  },
  {
    label: 'closed bell, 24 ids with their counts: records requested',
    scenario: 'requests 24',
    metric: 'counts',
    max: 0,
  },
  {
    label: 'closed bell, 24 ids with records: records requested',
    scenario: 'requests 24',
    metric: 'records',
    max: 0,
  },
  {
    label: 'closed bell, 24 ids, second visit with a key: records requested',
    scenario: 'requests 24',
    metric: 'secondVisit',
    max: 0,
  },
  {
    label: '200 cards: mark one as read, until painted',
    scenario: 'actions 200',
    metric: 'markRead',
    unit: 'ms',
    max: 200,
    limitAt: 'slowed',
  },
  {
    label: '200 cards: show the unread only, until painted',
    scenario: 'actions 200',
    metric: 'showUnread',
    unit: 'ms',
    max: 200,
    limitAt: 'slowed',
  },
  {
    label: '200 cards: show all again, until painted',
    scenario: 'actions 200',
    metric: 'showAll',
    unit: 'ms',
    max: 200,
    limitAt: 'slowed',
  },
  { label: 'idle for 3 s: frames requested', scenario: 'idle 200', metric: 'frames', max: 0 },
  { label: 'idle for 3 s: timers fired', scenario: 'idle 200', metric: 'timersFired', max: 0 },
  { label: 'idle: pending timers under 10 s', scenario: 'idle 200', metric: 'shortTimers', max: 0 },
  { label: 'idle: running animations', scenario: 'idle 200', metric: 'animations' },
  { label: 'hidden: pending timers', scenario: 'idle 200', metric: 'timersWhenHidden', max: 0 },
];

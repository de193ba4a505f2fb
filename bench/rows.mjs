const frameMs = 1000 / 60;

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {string} scenario
 * @property {string} metric
 * @property {'ms' | 'MB'} [unit] A row without a unit is a count.
 * @property {number} [maxRatio] The limit of the ratio of the current build to the floor.
 * @property {number} [max] The limit of the value of the current build.
 * @property {boolean} [isSlowedLimit] The limit holds with the processor slowed only.
 */

/** The rows of the table, in order. @type {Row[]} */
export const rows = [
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
    isSlowedLimit: true,
  },
  { label: '100 ids: first card painted', scenario: 'list 100', metric: 'firstCard', unit: 'ms' },
  { label: '100 ids: screen complete', scenario: 'list 100', metric: 'screen', unit: 'ms' },
  { label: '100 ids: read through, time', scenario: 'list 100', metric: 'readTime', unit: 'ms' },
  { label: '100 ids: read through, work', scenario: 'list 100', metric: 'readWork', unit: 'ms' },
  { label: '100 cards: heap', scenario: 'list 100', metric: 'heap', unit: 'MB' },
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
  { label: '1,000 cards: heap', scenario: 'list 1000', metric: 'heap', unit: 'MB' },
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
  {
    label: 'bell, 24 ids: longest task over 50 ms at load',
    scenario: 'bell 24',
    metric: 'longestTaskAtLoad',
    unit: 'ms',
    max: 50,
    isSlowedLimit: true,
  },
  {
    label: 'bell, 24 ids: longest task over 50 ms at opening',
    scenario: 'bell 24',
    metric: 'longestTaskAtOpening',
    unit: 'ms',
    max: 50,
    isSlowedLimit: true,
  },
  {
    label: 'bell, 24 ids: press until first card painted',
    scenario: 'bell 24',
    metric: 'opened',
    unit: 'ms',
    max: 200,
    isSlowedLimit: true,
  },
  { label: 'bell, 24 ids: work of the opening', scenario: 'bell 24', metric: 'openingWork', unit: 'ms' },
  {
    label: '200 cards: mark one as read, until painted',
    scenario: 'actions 200',
    metric: 'markRead',
    unit: 'ms',
    max: 200,
    isSlowedLimit: true,
  },
  {
    label: '200 cards: show the unread only, until painted',
    scenario: 'actions 200',
    metric: 'showUnread',
    unit: 'ms',
    max: 200,
    isSlowedLimit: true,
  },
  {
    label: '200 cards: show all again, until painted',
    scenario: 'actions 200',
    metric: 'showAll',
    unit: 'ms',
    max: 200,
    isSlowedLimit: true,
  },
  { label: 'idle for 3 s: frames requested', scenario: 'idle 200', metric: 'frames', max: 0 },
  { label: 'idle for 3 s: timers fired', scenario: 'idle 200', metric: 'timersFired', max: 0 },
  { label: 'idle: pending timers under 10 s', scenario: 'idle 200', metric: 'shortTimers', max: 0 },
  { label: 'idle: running animations', scenario: 'idle 200', metric: 'animations' },
  { label: 'hidden: pending timers', scenario: 'idle 200', metric: 'timersWhenHidden', max: 0 },
];

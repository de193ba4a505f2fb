/** Each folder of src/ with those it may import from. The list is the house: imports go one way only. */
const layers = {
  common: [],
  api: ['common'],
  session: ['common', 'api'],
  localization: ['common'],
  styles: [],
  elements: ['common', 'api', 'session', 'localization', 'styles'],
  backend: ['common'],
  check: ['common'],
  sandbox: [],
  client: ['common', 'api', 'session'],
  react: ['common', 'api', 'elements'],
};

/** Each part of src/session/ with what it may import of the others. Effects are those that `effects` below names. */
const state =
  'notifications/state/|preferences/preference-(state|reducer)[.]ts|acts/(act|stages|policies)[.]ts|stored-change[.]ts|sources/source[.]ts';
const effects = 'notifications/effects/|preferences/preference-(saver|device-sync)[.]ts';
const sessionParts = {
  state: [state, []],
  device: ['device/', [state, 'customer-identity[.]ts']],
  sources: ['sources/', [state]],
  saver: ['acts/act-saver[.]ts', [state, 'request-queue[.]ts']],
  effects: [
    effects,
    [state, 'device/', 'sources/', 'request-queue[.]ts', 'return-check[.]ts', 'acts/act-saver[.]ts'],
  ],
};

/** Each room of src/backend/ with what it may import of the others. The files beside the rooms put them together. */
const backendRooms = {
  errors: [],
  stores: ['errors'],
  streams: ['errors', 'stores'],
  http: ['errors', 'stores'],
};

/** The folders of src/elements/ by floor, from the top. Imports go down, or stay on their floor. */
const floors = [
  ['bell', 'toasts'],
  ['inbox'],
  ['full-page', 'selection', 'preferences', 'notification', 'toast'],
  ['list'],
  ['card'],
  ['alerts', 'avatar'],
  ['shared'],
  ['base'],
];

/** Files for browsers, which may import neither the server client nor the backend. */
const browserFiles = [
  '^src/(index|define|inbox|client|script|script-[^/]+|sandbox|trace|react|toasts|badge)[.]ts$',
  '^src/(common|session|elements|client|react)/',
  '^src/api/[^/]+[.]ts$',
];

/** Type imports count like all others. */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(layers).map(([layer, allowed]) => ({
      name: `${layer}-imports-from-${allowed.join('-') || 'nothing'}`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${['version.ts', layer, ...allowed].join('|')})(/|$)` },
    })),
    ...Object.entries(sessionParts).map(([part, [files, allowed]]) => ({
      name: `session-${part}-imports-only-what-is-below`,
      severity: 'error',
      from: { path: `^src/session/(${files})` },
      to: { path: '^src/session/', pathNot: `^src/session/(${[files, ...allowed].join('|')})` },
    })),
    {
      name: 'marks-know-no-list',
      severity: 'error',
      from: { path: '^src/session/notifications/state/marks/' },
      to: {
        path: '^src/session/notifications/',
        pathNot: '^src/session/notifications/state/(marks/|notification-item[.]ts$)',
      },
    },
    {
      name: 'only-a-store-imports-its-effects',
      severity: 'error',
      from: {
        pathNot: '^src/session/(notifications/notification|preferences/preference)-store[.]ts$',
      },
      to: { path: `^src/session/(${effects})` },
    },
    ...Object.entries(backendRooms).map(([room, allowed]) => ({
      name: `backend-${room}-imports-only-what-is-below`,
      severity: 'error',
      from: { path: `^src/backend/${room}/` },
      to: { path: '^src/backend/', pathNot: `^src/backend/(${[room, ...allowed].join('|')})/` },
    })),
    ...floors.slice(1).map((floor, index) => ({
      name: `elements-${floor.join('-')}-import-nothing-from-above`,
      severity: 'error',
      from: { path: `^src/elements/(${floor.join('|')})/` },
      to: {
        path: `^src/elements/(${floors
          .slice(0, index + 1)
          .flat()
          .join('|')})/`,
      },
    })),
    {
      // The build would move it into a chunk that `sideEffects` in package.json does not name, and bundlers would drop it.
      name: 'no-import-of-an-entry-that-registers-tags',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(define|inbox|react|toasts|badge|react/toasts)[.]ts$' },
    },
    {
      name: 'no-server-credentials-in-the-browser',
      severity: 'error',
      from: { path: browserFiles },
      to: { path: '^src/api/server/' },
    },
    {
      name: 'no-backend-in-the-browser',
      severity: 'error',
      from: { path: [...browserFiles, '^src/server[.]ts$'] },
      to: { path: '^src/(backend[/.]|check/|cli[.])' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Nobody wrote the imports of the built files.
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: '^test/frameworks/apps/' },
  },
};

import { toCamel, toPascal } from './names.mjs';

const folder = 'session/sources';

/**
 * A source is a function that returns a `NotificationSource`. It has a test, is exported by the package and by the file for script tags, and
 * has its part of `docs/sources.md`.
 */
export function addSource(edits, [name = '']) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name) || name.endsWith('source'))
    throw new Error(
      `“${name}” is not the name of a source in kebab case without “source”, such as web-socket.`,
    );
  const file = `${name}-source`;
  const create = `${toCamel(name)}Source`;
  const options = `${toPascal(name)}SourceOptions`;
  edits.create(`src/${folder}/${file}.ts`, sourceOf({ create, options }));
  edits.create(`test/${folder}/${file}.test.ts`, testOf({ create, file }));
  addExports(edits, { create, options, file });
  addToPages(edits, { create, name });
}

const sourceOf = ({ create, options }) => `import { createPageLoader } from './page-loader.js';
import { parseSourceEvent } from './parse.js';
import { reconnecting } from './reconnection.js';
import type { SourceRequestOptions } from './request.js';
import type { NotificationSource } from './source.js';

/**
 * Options of \`${create}()\`, each optional.
 *
 * @since next
 */
export interface ${options} extends SourceRequestOptions {
  /**
   * A GET of the host's own backend, which responds with \`{ references, nextCursor?, unreadCount? }\` to \`?limit=\` and
   * \`?cursor=\`. It provides the pages, and what was missed while the connection was lost. Without it there are only the events.
   */
  pageUrl?: string | URL | undefined;
}

/**
 * Fill in: where the notifications come from, and what happens when the connection is lost.
 *
 * @example
 * ${create}('/events', { pageUrl: '/notifications' });
 * @since next
 */
export function ${create}(
  url: string | URL,
  { pageUrl, ...options }: ${options} = {},
): NotificationSource {
  return {
    ...(pageUrl !== undefined && { load: createPageLoader(pageUrl, options) }),
    subscribe: reconnecting(({ signal, opened, emit, lost }) => {
      // Fill in: your connection in the place of this one.
      const socket = new WebSocket(url);
      socket.onopen = () => opened();
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const event = parseSourceEvent(JSON.parse(data));
        if (event) emit(event);
      };
      socket.onclose = () => lost();
      signal.addEventListener('abort', () => socket.close());
    }),
  };
}
`;

const testOf = ({
  create,
  file,
}) => `import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ${create} } from '../../../src/${folder}/${file}.js';
import type { SourceEvent } from '../../../src/${folder}/source.js';

// Fill in: a fake of your connection in the place of this one.
class FakeSocket {
  static sockets: FakeSocket[] = [];
  onopen = (): void => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose = (): void => undefined;
  close = vi.fn();

  constructor() {
    FakeSocket.sockets.push(this);
  }
}

const removal: SourceEvent = { type: 'remove', ids: ['a'] };
let controller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.sockets = [];
  controller = new AbortController();
});

afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function subscribe() {
  const emit = vi.fn();
  const refresh = vi.fn(() => Promise.resolve());
  void ${create}('/events').subscribe?.(emit, { signal: controller.signal, refresh });
  return { emit, refresh, socket: FakeSocket.sockets[0]! };
}

describe('${create}()', () => {
  it('loads the newest page once it is connected, and emits the events', () => {
    const { emit, refresh, socket } = subscribe();
    socket.onopen();
    expect(refresh).toHaveBeenCalledOnce();
    socket.onmessage({ data: JSON.stringify(removal) });
    expect(emit.mock.calls).toEqual([[removal]]);
  });

  it('connects again when the connection is lost', async () => {
    const { socket } = subscribe();
    socket.onclose();
    await vi.advanceTimersByTimeAsync(6000);
    expect(FakeSocket.sockets).toHaveLength(2);
  });

  it('closes the connection when it is aborted, and emits nothing more', () => {
    const { emit, socket } = subscribe();
    controller.abort();
    expect(socket.close).toHaveBeenCalledOnce();
    socket.onmessage({ data: JSON.stringify(removal) });
    expect(emit).not.toHaveBeenCalled();
  });

  it('loads the list of the host, if there is one', async () => {
    const fetchPage = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ references: ['a'] })));
    const { load } = ${create}('/events', { pageUrl: '/list', fetch: fetchPage });
    expect(await load?.({ limit: 25, signal: controller.signal })).toEqual({ references: [{ id: 'a' }] });
    expect(${create}('/events').load).toBeUndefined();
  });
});
`;

function addExports(edits, { create, options, file }) {
  edits.change(
    'src/client.ts',
    /^export \{ createSession/m,
    (next) => `export { ${create}, type ${options} } from './${folder}/${file}.js';\n${next}`,
  );
  const script = 'src/script.ts';
  edits.addName(script, 'import', create, `./${folder}/${file}.js`);
  edits.change(
    script,
    /(?<=readonly serviceWorkerSource: .*\n)/,
    () => `  readonly ${create}: typeof ${create};\n`,
  );
  edits.change(script, /(?<=^ +serviceWorkerSource,\n)/m, () => `    ${create},\n`);
  edits.change('test/elements/mount.test.ts', /(?<='serviceWorkerSource',\n)/, () => `      '${create}',\n`);
}

function addToPages(edits, { create, name }) {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const sources = 'docs/sources.md';
  edits.change(
    sources,
    /^\| \[`backendSource\(\)`/m,
    (next) =>
      `| [\`${create}()\`](#${title.toLowerCase().replaceAll(' ', '-')}) | Fill in | Fill in | Fill in |\n${next}`,
  );
  edits.change(
    sources,
    /^## Your own source/m,
    (next) => `## ${title}

\`\`\`ts
import { ${create} } from 'nudge-inbox';

const source = ${create}('/events', { pageUrl: '/notifications' });
\`\`\`

Fill in: what your backend sends, and what happens when the connection is lost.

${next}`,
  );
  edits.change('docs/html.md', /(?<=`serviceWorkerSource`, )/, () => `\`${create}\`, `);
}

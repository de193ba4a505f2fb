import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, transformSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', 'react-dom');
  return () => consumer.remove();
});

/** The output of a script in plain Node, warnings included. */
function run(source: string): string {
  const { code } = transformSync(source, { loader: 'tsx', jsx: 'automatic' });
  const file = consumer.write('server.mjs', code);
  return execFileSync(process.execPath, [file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

describe('The React components', () => {
  it('render on a server as tags with plain HTML attributes', () => {
    const html = run(`
      import { renderToString } from 'react-dom/server';
      import { NudgeAvatar, NudgeBell, NudgeInbox, NudgeNotification, NudgePreferences } from 'nudge-inbox/react';
      console.error = console.warn = console.log;
      console.log(renderToString(
        <>
          <NudgeBell session={{ notifications: {} }} maxCount={9} open className="bell" id="bell" onNudgeOpen={() => 1}>
            <p slot="empty">Nothing</p>
          </NudgeBell>
          <NudgeInbox ids={['a']} getToken={() => null} />
          <NudgeNotification record={null} />
          <NudgePreferences groups={[]} />
          <NudgeAvatar name="Ann" />
        </>
      ));`);
    expect(html).toBe(
      '<nudge-bell class="bell" id="bell"><p slot="empty">Nothing</p></nudge-bell>' +
        '<nudge-inbox></nudge-inbox><nudge-notification></nudge-notification>' +
        '<nudge-preferences></nudge-preferences><nudge-avatar></nudge-avatar>',
    );
  });

  it('are marked as client components', () => {
    const file = join(consumer.folder, 'node_modules/nudge-inbox/dist/react.js');
    expect(readFileSync(file, 'utf8')).toMatch(/^["']use client["'];\n/);
  });

  it('need no package but React, in code and in types', () => {
    const folder = join(consumer.folder, 'node_modules/nudge-inbox');
    // What they have in common is a file of its own.
    const shared = readdirSync(join(folder, 'dist')).filter((file) =>
      /^with-custom-cards-.*\.js$/.test(file),
    );
    const files = [
      ...shared.map((file) => `dist/${file}`),
      'dist/react.js',
      'dist/react.d.ts',
      'dist/react/bell.js',
      'dist/react/bell.d.ts',
      'dist/react/panel.js',
      'dist/react/panel.d.ts',
      'dist/react/toasts.js',
      'dist/react/toasts.d.ts',
      'dist/react/component-types.d.ts',
      'dist/react/create-react-component.d.ts',
      'dist/react/with-custom-cards.d.ts',
    ];
    const imported = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import) ['"]([^.'"][^'"]*)['"]/g)].map(
        ([, name]) => name,
      ),
    );
    expect([...new Set(imported)].sort()).toEqual(['react', 'react-dom']);
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, unknown>>;
    expect(Object.keys(dependencies!)).not.toContain('@lit/react');
    expect(peerDependencies).toMatchObject({ react: '>=18', 'react-dom': '>=18' });
    // Installing this package installs no framework.
    for (const name of Object.keys(peerDependencies!))
      expect(peerDependenciesMeta).toHaveProperty([name], { optional: true });
  });

  it.each([
    ['by name', `import { NudgeAvatar } from 'nudge-inbox/react'; console.log(NudgeAvatar);`],
    ['for their side effect', `import 'nudge-inbox/react';`],
  ])('register the tags when imported %s, despite tree shaking', async (_, source) => {
    const { outputFiles } = await build({
      entryPoints: [consumer.write('entry.js', source)],
      bundle: true,
      format: 'esm',
      external: ['react', 'react-dom'],
      write: false,
      logLevel: 'silent',
    });
    expect(outputFiles[0]!.text).toMatch(/register\("nudge-bell"/);
  });

  it('are included in no other entry', async () => {
    const { metafile } = await build({
      entryPoints: [
        consumer.write(
          'entry.js',
          `import * as all from 'nudge-inbox'; import 'nudge-inbox/define'; console.log(all);`,
        ),
      ],
      bundle: true,
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    expect(
      Object.keys(metafile.inputs).filter((file) => /react\.js$|node_modules\/react(-dom)?\//.test(file)),
    ).toEqual([]);
  });
});

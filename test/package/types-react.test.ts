import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.js';

let consumer: Consumer;

beforeAll(() => {
  consumer = createConsumer('react', 'react-dom');
});
afterAll(() => consumer.remove());

/** What a script prints in plain Node, and what it complains of. */
function run(source: string): string {
  const { code } = transformSync(source, { loader: 'tsx', jsx: 'automatic' });
  const file = consumer.write('server.mjs', code);
  return execFileSync(process.execPath, [file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

describe('the components for React', () => {
  it('are rendered on a server as bare tags, with what is plain HTML', () => {
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

  it('are client components where there is a choice', () => {
    const file = join(consumer.folder, 'node_modules/nudge-inbox/dist/react.js');
    expect(readFileSync(file, 'utf8')).toMatch(/^["']use client["'];\n/);
  });

  it('need nothing but React beside the package, in code and in types', () => {
    const folder = join(consumer.folder, 'node_modules/nudge-inbox');
    const files = ['dist/react.js', 'dist/react.d.ts', 'dist/react/create-react-component.d.ts'];
    const imported = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import) ['"]([^.'"][^'"]*)['"]/g)].map(
        ([, name]) => name,
      ),
    );
    expect([...new Set(imported)]).toEqual(['react']);
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, unknown>>;
    expect(Object.keys(dependencies!)).not.toContain('@lit/react');
    expect(peerDependencies).toMatchObject({ react: '>=18' });
    // So that nobody is given a framework by installing this.
    for (const name of Object.keys(peerDependencies!))
      expect(peerDependenciesMeta).toHaveProperty([name], { optional: true });
  });

  it.each([
    ['named', `import { NudgeAvatar } from 'nudge-inbox/react'; console.log(NudgeAvatar);`],
    ['alone', `import 'nudge-inbox/react';`],
  ])('register the tags when imported %s, whatever a bundler shakes off', async (_, source) => {
    const { outputFiles } = await build({
      entryPoints: [consumer.write('entry.js', source)],
      bundle: true,
      format: 'esm',
      external: ['react'],
      write: false,
      logLevel: 'silent',
    });
    expect(outputFiles[0]!.text).toMatch(/register\("nudge-bell"/);
  });

  it('come with no other entry', async () => {
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
      Object.keys(metafile.inputs).filter((file) => /react\.js$|node_modules\/react\//.test(file)),
    ).toEqual([]);
  });
});

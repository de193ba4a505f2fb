import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { createSbom } from '../../build/sbom/create-sbom.js';

const licensed = {
  name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  licenses: z.tuple([z.strictObject({ license: z.strictObject({ id: z.enum(['MIT', 'BSD-3-Clause']) }) })]),
  purl: z.string().regex(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/),
  'bom-ref': z.string(),
  type: z.literal('library'),
};

/** What we use of https://cyclonedx.org/schema/bom-1.6.schema.json. It has no date, and no serial number that each build would renew. */
const sbomSchema = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.literal(1),
  metadata: z.strictObject({
    lifecycles: z.tuple([z.strictObject({ phase: z.literal('build') })]),
    component: z.strictObject(licensed),
  }),
  components: z.array(
    z.strictObject({
      ...licensed,
      hashes: z
        .tuple([z.strictObject({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })])
        .optional(),
      properties: z
        .tuple([z.strictObject({ name: z.literal('nudge-inbox:npm-dependency'), value: z.string() })])
        .optional(),
      evidence: z.strictObject({ occurrences: z.array(z.strictObject({ location: z.string() })) }),
    }),
  ),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const sbom = sbomSchema.parse(JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')));
/** What the bundler adds to a file by itself, which no source map names. */
const helpers = ['@oxc-project/runtime', 'rolldown'];

/** The name and the file of each package that the source maps of the built files name. */
function mappedPackages(): string[] {
  const mapped = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .map((file) => join('dist', file))
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => {
      const { sources } = JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] };
      return sources.flatMap((source) => {
        const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
        return name === undefined ? [] : [`${name} in ${file.replace('.map', '')}`];
      });
    });
  return [...new Set(mapped)].sort();
}

const namedPackages = sbom.components
  .filter(({ name }) => !helpers.includes(name))
  .flatMap(({ name, evidence }) => evidence.occurrences.map(({ location }) => `${name} in ${location}`));

describe('The bill of materials', () => {
  it('names each package of which a module is in a file, and that file, and no other', () => {
    expect(namedPackages.length).toBeGreaterThan(15);
    expect(namedPackages.sort()).toEqual(mappedPackages());
  });

  it('names the helpers of the bundler, with the files that have them', () => {
    const marks = { '@oxc-project/runtime': 'getOwnPropertyDescriptor', rolldown: 'Symbol.toStringTag' };
    const found = sbom.components.filter(({ name }) => helpers.includes(name));
    expect(found.map(({ name }) => name).sort()).toEqual(helpers);
    for (const { name, evidence } of found)
      for (const { location } of evidence.occurrences)
        expect(readFileSync(location, 'utf8'), location).toContain(marks[name as keyof typeof marks]);
  });

  it('has for each package the version and the hash of the lock file', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; integrity: string }>;
    };
    for (const { name, version, purl, hashes } of sbom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      if (name === '@oxc-project/runtime') continue;
      const hash = Buffer.from(hashes?.[0].content ?? '', 'hex').toString('base64');
      expect({ version, integrity: `sha512-${hash}` }).toEqual({
        version: packages[`node_modules/${name}`]?.version,
        integrity: packages[`node_modules/${name}`]?.integrity,
      });
    }
  });

  it('says what npm installs beside the package', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const ranges = sbom.components.flatMap(({ name, properties }) =>
      properties ? [[name, properties[0].value]] : [],
    );
    expect(Object.fromEntries(ranges)).toEqual(dependencies);
  });

  it('has each package once among the dependencies, reached from this one', () => {
    const { 'bom-ref': own } = sbom.metadata.component;
    const refs = [own, ...sbom.components.map((component) => component['bom-ref'])];
    expect(sbom.dependencies.map(({ ref }) => ref)).toEqual(refs);
    const reached = new Set([own]);
    for (const ref of reached)
      for (const next of sbom.dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? [])
        reached.add(next);
    expect([...reached].sort()).toEqual([...refs].sort());
  });

  it('is in the package', () => {
    expect(inject('packed').files).toContain('dist/sbom.cdx.json');
  });
});

describe('createSbom()', () => {
  const files = ['lit-html/lit-html.js', 'zod/v4/core/core.js'].map((file) => ({
    path: `dist/${file}`,
    moduleIds: [resolve('node_modules', file), resolve('src/index.ts')],
    imports: ['lit', 'lit/decorators.js', './index.js', 'react'],
  }));

  it('does not depend on the order of the files', () => {
    expect(createSbom(files).components.map(({ name }) => name)).toEqual(['lit-html', 'lit', 'zod']);
    expect(createSbom([...files].reverse())).toEqual(createSbom(files));
  });

  it('rejects a module of which it does not know the package', () => {
    const moduleIds = ['\0virtual:helpers'];
    expect(() => createSbom([{ path: 'dist/index.js', moduleIds, imports: [] }])).toThrow('virtual:helpers');
  });
});

describe('THIRD-PARTY-LICENSES.md', () => {
  const text = readFileSync('THIRD-PARTY-LICENSES.md', 'utf8');
  const sections = [...text.matchAll(/^## ([^\n]+)\n+```\n(.*?)\n```$/gms)].map(
    ([, names = '', license = '']) => ({
      names: names.split(', '),
      license,
    }),
  );

  it('has each package that is in a file, and no other', () => {
    const names = sections.flatMap((section) => section.names).sort();
    expect(names).toEqual(sbom.components.map(({ name }) => name).sort());
  });

  it.each(sections.flatMap(({ names, license }) => names.map((name) => [name, license])))(
    'has the licence of %s as that package prints it',
    (name, license) => {
      // The helpers of decorators come with the bundler, under its licence.
      const folder = name === '@oxc-project/runtime' ? '@oxc-project/types' : name;
      expect(readFileSync(join('node_modules', folder, 'LICENSE'), 'utf8').trim()).toContain(license);
    },
  );
});

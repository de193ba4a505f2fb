import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';

/** A file that the build has written. */
export interface BuiltFile {
  /** Its path in the package, such as `dist/react.js`. */
  path: string;
  /** The modules of which there is code in it. */
  moduleIds: readonly string[];
  /** What it imports from other files and packages, as it is written there. */
  imports: readonly string[];
}

const dependencies = z._default(z.record(z.string(), z.string()), {});
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  description: z.optional(z.string()),
  dependencies,
  devDependencies: dependencies,
});
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.optional(z.string()) })),
});

/** A package of which there is code in a file, or which a file imports. */
interface Package extends z.infer<typeof manifestSchema> {
  /** The hash of its tarball; a helper that the bundler brings along has none. */
  integrity?: string | undefined;
  /** The files with code of it. */
  files: Set<string>;
}

const loadJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const runtime = '@oxc-project/runtime';

/** The folder in node_modules of the package of a module, or the name and version of a helper; null for a module of `src/`. */
function ownerOf(id: string): string | null {
  // The bundler has its own helpers, and brings those of decorators along.
  if (id.startsWith('\0rolldown/')) return 'node_modules/rolldown';
  const [, version] = /^\0@oxc-project\+runtime@([^/]+)\//.exec(id) ?? [];
  if (version !== undefined) return `${runtime}@${version}`;
  const path = relative('.', id).replaceAll('\\', '/');
  const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder === undefined && !path.startsWith('src/'))
    throw new Error(`It is not known of which package this module is: ${JSON.stringify(id)}`);
  return folder ?? null;
}

function loadPackage(owner: string, lock: z.infer<typeof lockSchema>): Package {
  const files = new Set<string>();
  if (owner.startsWith(runtime)) {
    const version = owner.slice(runtime.length + 1);
    return { name: runtime, version, license: 'MIT', dependencies: {}, devDependencies: {}, files };
  }
  const integrity = lock.packages[owner]?.integrity;
  if (integrity === undefined) throw new Error(`package-lock.json has no hash of ${owner}.`);
  return { ...manifestSchema.parse(loadJson(join(owner, 'package.json'))), integrity, files };
}

/** The name of the package in an import, such as `@lit/task` or `zod/mini`. */
const packageNameOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** https://github.com/package-url/purl-spec */
const purlOf = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A hash as npm writes it, `sha512-…` in Base64, in the form of CycloneDX. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', hash = ''] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') };
}

function describePackage({ name, version, license }: Package | z.infer<typeof manifestSchema>) {
  const purl = purlOf({ name, version });
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Creates the bill of materials of what the build has written: the packages of which there is code in a file, and those that a
 * file imports. It has neither a date nor a number of its own, so that two builds of the same sources have the same.
 *
 * @throws Error if it is not known of which package a module is, or if the lock file has no hash of one
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function createSbom(files: readonly BuiltFile[]) {
  const own = manifestSchema.parse(loadJson('package.json'));
  const lock = lockSchema.parse(loadJson('package-lock.json'));
  const packages = new Map<string, Package>();
  const findPackage = (owner: string): Package => {
    const found = packages.get(owner) ?? loadPackage(owner, lock);
    packages.set(owner, found);
    return found;
  };
  for (const { path, moduleIds, imports } of files) {
    for (const owner of moduleIds.map(ownerOf)) if (owner !== null) findPackage(owner).files.add(path);
    for (const name of imports.map(packageNameOf))
      if (Object.hasOwn(own.dependencies, name)) findPackage(`node_modules/${name}`);
  }

  const found = [...packages.values()].sort((one, other) => byText(purlOf(one), purlOf(other)));
  const refsOf = (isMeant: (name: string) => boolean): string[] =>
    found.filter(({ name }) => isMeant(name)).map(purlOf);
  const isInherited = (name: string): boolean =>
    found.some((other) => Object.hasOwn(other.dependencies, name));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: describePackage(own) },
    components: found.map((one) => {
      const range = own.dependencies[one.name];
      return {
        ...describePackage(one),
        ...(one.integrity !== undefined && { hashes: [hashOf(one.integrity)] }),
        // The entries for bundlers import it: npm installs any version of the range beside the package.
        ...(range !== undefined && { properties: [{ name: 'nudge-inbox:npm-dependency', value: range }] }),
        evidence: { occurrences: [...one.files].sort(byText).map((location) => ({ location })) },
      };
    }),
    dependencies: [
      {
        ref: purlOf(own),
        dependsOn: refsOf(
          (name) =>
            Object.hasOwn(own.dependencies, name) ||
            Object.hasOwn(own.devDependencies, name) ||
            !isInherited(name),
        ),
      },
      ...found.map((one) => ({
        ref: purlOf(one),
        dependsOn: refsOf((name) => Object.hasOwn(one.dependencies, name)),
      })),
    ],
  };
}

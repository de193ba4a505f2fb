// The sides that are measured against each other, in turns.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const fileName = 'nudge-inbox.iife.js';
const currentBuild = new URL(`../dist/cdn/${fileName}`, import.meta.url).pathname;

function findScript(folder) {
  const candidates = ['dist/cdn', 'cdn', '.'].map((path) => join(resolve(folder), path, fileName));
  const script = candidates.find((path) => existsSync(path));
  if (!script) throw new Error(`The baseline has no ${fileName} in ${folder} or its dist/cdn.`);
  return script;
}

/**
 * - `floor`: the same cards in a list written by hand, with no library. It has no build.
 * - `baseline`: another build of the inbox, if there is one.
 * - `current`: the build in `dist`.
 *
 * @param {{ baseline?: string, names?: string[] }} options `names` limits what the current build is compared with
 * @returns {{ name: string, script: string | null }[]}
 */
export function chooseSides({ baseline, names = [] }) {
  const sides = [
    { name: 'floor', script: null },
    ...(baseline ? [{ name: 'baseline', script: findScript(baseline) }] : []),
    { name: 'current', script: currentBuild },
  ];
  const unknown = names.find((name) => !sides.some((side) => side.name === name));
  if (unknown) throw new Error(`There is no side "${unknown}".`);
  return names.length === 0 ? sides : sides.filter(({ name }) => name === 'current' || names.includes(name));
}

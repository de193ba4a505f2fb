// Makes from the custom elements manifest what editors and frameworks read.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { generators } from './generators.mjs';
import { readElements } from './read-elements.mjs';

const elements = readElements();
for (const [file, generate] of Object.entries(generators)) {
  const options = await resolveConfig(file);
  writeFileSync(file, await format(generate(elements), { ...options, filepath: file }));
}

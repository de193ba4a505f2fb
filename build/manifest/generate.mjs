// Writes into dist/ what editors and frameworks read: the custom elements manifest, the data files made from it, and the
// types of the tags.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { createManifest } from './create-manifest.mjs';
import { listElements } from './elements.mjs';
import { declareElements } from './framework-types.mjs';
import { createCssData, createHtmlData } from './vscode-data.mjs';
import { createWebTypes } from './web-types.mjs';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = await createManifest();
const elements = listElements(manifest);

const files = {
  'custom-elements.json': manifest,
  'vscode.html-custom-data.json': createHtmlData(elements),
  'vscode.css-custom-data.json': createCssData(elements),
  'web-types.json': createWebTypes(elements, { name, version }),
};
for (const [file, content] of Object.entries(files)) {
  writeFileSync(`dist/${file}`, `${JSON.stringify(content, null, 2)}\n`);
}

mkdirSync('dist/types', { recursive: true });
cpSync('build/types', 'dist/types', { recursive: true });
// The protocol of a backend, which is written by hand.
cpSync('build/openapi.json', 'dist/openapi.json');
writeFileSync(
  'dist/types/elements.d.ts',
  await format(declareElements(elements), { parser: 'typescript', singleQuote: true }),
);

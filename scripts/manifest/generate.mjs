// Makes from the custom elements manifest what editors and frameworks read.
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { declareElements } from './elements-types.mjs';
import { readElements } from './read-elements.mjs';
import { makeCssData, makeHtmlData } from './vscode-data.mjs';
import { makeWebTypes } from './web-types.mjs';

const elements = readElements();
const json = (value) => JSON.stringify(value);
const files = {
  'vscode.html-custom-data.json': json(makeHtmlData(elements)),
  'vscode.css-custom-data.json': json(makeCssData(elements)),
  'web-types.json': json(makeWebTypes(elements)),
  'types/elements.d.ts': declareElements(elements),
};

for (const [file, content] of Object.entries(files)) {
  const options = { ...(await resolveConfig(file)), filepath: file };
  writeFileSync(file, await format(content, options));
}

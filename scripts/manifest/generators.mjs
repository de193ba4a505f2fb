import { declareElements } from './elements-types.mjs';
import { makeCssData, makeHtmlData } from './vscode-data.mjs';
import { makeWebTypes } from './web-types.mjs';

/** The files that are made from the elements of the manifest, and what makes the text of each. */
export const generators = {
  'vscode.html-custom-data.json': (elements) => JSON.stringify(makeHtmlData(elements)),
  'vscode.css-custom-data.json': (elements) => JSON.stringify(makeCssData(elements)),
  'web-types.json': (elements) => JSON.stringify(makeWebTypes(elements)),
  'types/elements.d.ts': declareElements,
};

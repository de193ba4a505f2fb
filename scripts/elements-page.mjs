// Writes docs/elements.md, the reference of the elements, from their source. With `--check` it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { createManifest } from '../build/manifest/create-manifest.mjs';
import { listElements } from '../build/manifest/elements.mjs';

const path = 'docs/elements.md';

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text) => (text ? `\`${cell(text)}\`` : '');

function table(title, head, items, write) {
  if (items.length === 0) return '';
  const rows = items.map((item) => `| ${write(item).join(' | ')} |`);
  return `### ${title}\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}\n${rows.join('\n')}\n`;
}

/** Without `undefined`, which every property may be. */
const typeOf = ({ type }) => code(type?.text.replaceAll(' | undefined', ''));

const describeParameter = ({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type.text}`;

const describeReturn = ({ return: { description } }) => (description ? `Returns ${description}.` : '');

function describeElement({ tag, description, ...element }) {
  const attributes = new Map(element.attributes.map(({ fieldName, name }) => [fieldName, name]));
  return [
    `## \`<${tag}>\`\n\n${description}\n`,
    table(
      `Properties of \`<${tag}>\``,
      ['Property', 'Attribute', 'Type', 'Default', 'Description'],
      element.properties,
      (property) => [
        code(property.name),
        code(attributes.get(property.name)),
        typeOf(property),
        code(property.default),
        cell(property.description),
      ],
    ),
    table(
      `Attributes of \`<${tag}>\``,
      ['Attribute', 'Type', 'Default', 'Description'],
      element.attributes.filter(({ fieldName }) => fieldName === undefined),
      (attribute) => [
        code(attribute.name),
        typeOf(attribute),
        code(attribute.default),
        cell(attribute.description),
      ],
    ),
    table(`Methods of \`<${tag}>\``, ['Method', 'Returns', 'Description'], element.methods, (method) => [
      code(`${method.name}(${(method.parameters ?? []).map(describeParameter).join(', ')})`),
      typeOf({ type: method.return.type }),
      cell([method.description, describeReturn(method)].join(' ')),
    ]),
    table(`Events of \`<${tag}>\``, ['Event', 'Type', 'Description'], element.events, (event) => [
      code(event.name),
      typeOf(event),
      cell(event.description),
    ]),
    table(`Slots of \`<${tag}>\``, ['Slot', 'Description'], element.slots, ({ name, description }) => [
      code(name),
      cell(description),
    ]),
    table(`Parts of \`<${tag}>\``, ['Part', 'Description'], element.cssParts, ({ name, description }) => [
      code(name),
      cell(description),
    ]),
    listProperties(tag, element.cssProperties),
  ].join('\n');
}

function listProperties(tag, properties) {
  if (properties.length === 0) return '';
  const names = properties.map(({ name }) => code(name)).sort();
  return `### Custom properties of \`<${tag}>\`\n\n${names.join(', ')}\n`;
}

/** The text of the page, formatted as Prettier does. */
export async function createElementsPage() {
  // The analyzer lists them in no particular order.
  const elements = listElements(await createManifest()).sort((one, other) =>
    one.tag.localeCompare(other.tag),
  );
  const text = `# Elements

Every property, attribute, method, event, slot, part and custom property. Generated from the source by
\`npm run elements-page\`. [Theming](theming.md#custom-properties) says what the custom properties set; TypeScript has the types of the events' \`detail\`.
Every element also has \`updateComplete\`, a promise that resolves when it is rendered.

Editors complete the tags: JetBrains editors by themselves, VS Code with these settings in \`.vscode/settings.json\`:
\`"html.customData": ["./node_modules/nudge-inbox/dist/vscode.html-custom-data.json"]\` and
\`"css.customData": ["./node_modules/nudge-inbox/dist/vscode.css-custom-data.json"]\`.

${elements.map(describeElement).join('\n')}`;
  return format(text, { ...(await resolveConfig(path)), parser: 'markdown' });
}

if (process.argv[1] === import.meta.filename) {
  const page = await createElementsPage();
  if (!process.argv.includes('--check')) writeFileSync(path, page);
  else if (readFileSync(path, 'utf8') !== page) {
    console.error(`${path} is outdated: npm run elements-page`);
    process.exitCode = 1;
  }
}

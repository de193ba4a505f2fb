import { existsSync } from 'node:fs';
import { toCamel, toKebab, toPascal } from './names.mjs';

const operations = 'src/api/server/operations.ts';
const client = 'src/api/server/server-client.ts';
const service = 'src/sandbox/service.ts';
const page = 'docs/server.md';

/**
 * An operation is an entry of its resource, with a schema of what it sends or returns. It has a handler in the sandbox, a row in the
 * golden table and one in `docs/server.md`. A resource that does not exist yet is added, too.
 */
export function addOperation(edits, [name = '', route = '']) {
  const operation = parseOperation(edits, name, route);
  const resource = findResource(edits, operation) ?? addResource(edits, operation);
  addSchema(edits, operation, resource);
  addEntry(edits, operation, resource);
  addHandler(edits, operation);
  addRows(edits, operation);
}

function parseOperation(edits, name, route) {
  const [, owner, method] = /^([a-z][A-Za-z]*)\.([a-z][A-Za-z]*)$/.exec(name) ?? [];
  if (!method) throw new Error(`“${name}” is not <resource>.<method>, such as jobs.cancel.`);
  const [, verb, path] = /^(GET|POST|PUT|PATCH) ((?:\/(?:[\w-]+|\{[a-z]\w*\}))+\/?)$/.exec(route) ?? [];
  if (!path)
    throw new Error(
      `“${route}” is not '<METHOD> <path>', such as 'POST /nudge/projects/{projectId}/jobs/{clientJobsId}/cancel': ` +
        'GET, POST, PUT or PATCH, and the path below the base URL, with its ids in braces.',
    );
  const documented = edits.read(page);
  for (const known of [name, route])
    if (documented.includes(`\`${known}\``)) throw new Error(`There is an operation ${known} already.`);

  const numbers = [...documented.matchAll(/^\| +(\d+) \|/gm)].map(([, number]) => Number(number));
  const isRead = verb === 'GET';
  const words = toPascal(method) + (/[A-Z]/.test(method) ? '' : toPascal(singular(owner)));
  // Of most that send something, the response is a reference.
  const type = words + (isRead ? 'Result' : 'Input');
  return {
    name,
    owner,
    method,
    route,
    verb,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id),
    number: Math.max(...numbers) + 1,
    isRead,
    type,
    schema: `${toCamel(type)}Schema`,
  };
}

/** One record of a resource: `customerPools` has a `customerPool`. */
function singular(owner) {
  return owner.replace(/ies$/, 'y').replace(/s$/, '');
}

function classPattern(className) {
  return new RegExp(`^export class ${className} extends Resource \\{.*?^\\}`, 'ms');
}

/** The class of a resource, the file of its schemas, and the name by which its operations import that. */
function findResource(edits, { owner }) {
  const [, className] = new RegExp(`^ {2}readonly ${owner}: (\\w+);`, 'm').exec(edits.read(client)) ?? [];
  if (!className) return undefined;
  const text = edits.read(operations);
  const [body] = classPattern(className).exec(text);
  const imports = [...text.matchAll(/^import \* as (\w+) from '\.\.\/schemas\/(.+)\.js';$/gm)];
  const [, alias, file] = imports.find(([, name]) => new RegExp(`\\b${name}\\.\\w+Schema\\b`).test(body));
  return { className, alias, schemas: `src/api/schemas/${file}.ts` };
}

function addResource(edits, { owner }) {
  const className = toPascal(owner);
  const file = toKebab(singular(owner));
  const doc = '/**\n * Fill in: what the resource is.\n *\n * @since next\n */\n';
  const importing = `import * as ${owner} from '../schemas/${file}.js';\n`;
  edits.create(`src/api/schemas/${file}.ts`, '');
  edits.change(operations, /^import \{ Operation/m, (next) => importing + next);
  edits.append(operations, `\n${doc}export class ${className} extends Resource {\n}\n`);
  edits.addName(client, 'import', className, './operations.js');
  edits.change(
    client,
    /\n\n {2}\/\*\* @throws /,
    (next) => `\n${doc}readonly ${owner}: ${className};${next}`,
  );
  edits.change(client, /\n {2}\}\n\}\n/, (end) => `\nthis.${owner} = new ${className}(sender);${end}`);
  return { className, alias: owner, schemas: `src/api/schemas/${file}.ts` };
}

const resultOf = ({ name, type, schema }) => `
/**
 * Fill in: what it is. Fields that the response does not contain are null.
 *
 * @since next
 */
export interface ${type} {
  /** Fill in: of what it is the id. */
  id: string;
}

/** Response of \`${name}()\`. */
export const ${schema} = looseObject({ id: requiredId });
`;

const inputOf = ({ name, type, schema }) => `
/**
 * Body of \`${name}()\`.
 *
 * @since next
 */
export interface ${type} {
  /** Fill in: of what it is the name. */
  name: string;
}

export const ${schema} = strictObject({ name: string });
`;

function addSchema(edits, operation, { schemas }) {
  const { isRead, type } = operation;
  edits.append(schemas, isRead ? resultOf(operation) : inputOf(operation));
  for (const name of isRead ? ['looseObject', 'requiredId'] : ['strictObject', 'string'])
    edits.addName(schemas, 'import', name, isRead ? './lenient.js' : './input.js');
  edits.addName('src/server.ts', 'export type', type, schemas.replace('src', '.').replace('.ts', '.js'));
}

function addEntry(edits, { method, route, verb, ids, isRead, type, schema }, { className, alias }) {
  const parsed = `<${alias}.${type}>(${alias}.${schema})`;
  const ending = isRead ? `.returns${parsed}` : `.body${parsed}.returns<Reference>(referenceSchema)`;
  const entry = `this.operation('${route}')${ending}`;
  edits.change(
    operations,
    classPattern(className),
    (text) => `${text.slice(0, -1)}
  /**
   * Fill in: what it does.${verb === 'PUT' || isRead ? '' : ' Never retried automatically.'}
   *${isRead ? '' : '\n   * @param input `name`'}
   * @returns Fill in: what it is
   * @since next
   */
  readonly ${method} = ${hasIds({ isRead, ids }) ? entry : `withoutIds(${entry})`};
}`,
  );
}

/** Whether the method of an operation has a parameter for ids: one that sends nothing has it anyway. */
const hasIds = ({ isRead, ids }) => isRead || ids.length > 0;

/** Adds it to the sandbox. */
function addHandler(edits, { owner, verb, path, number }) {
  const handler = `{
      number: ${number},
      method: '${verb}',
      path: '${path.replace(/\{(\w+)\}/g, ':$1')}',
      credentials: 'client',
      handle() {
        // Fill in: what it does with the data of the sandbox.
        return { message: 'Done.', data: { id: 'id' } };
      },
    },
  `;
  const file = toKebab(owner);
  const handlers = `src/sandbox/operations/${file}.ts`;
  if (existsSync(handlers)) {
    edits.change(handlers, /\];\n\}/, (end) => handler + end);
    return;
  }
  const create = `${singular(owner)}Operations`;
  const doc = '/** Fill in: the operations on what. */';
  const importing = `import type { ClientOperation } from '../router.js';`;
  edits.create(
    handlers,
    `${importing}\n\n${doc}\nexport function ${create}(): ClientOperation[] {\n  return [${handler}];\n}\n`,
  );
  edits.addName(service, 'import', create, `./operations/${file}.js`);
  edits.change(service, /\n +\];\n +this\.#router/, (end) => `\n...${create}(),${end}`);
}

/** Ids of all rows of the golden table, with characters that have to be encoded in a path. */
const sharedIds = { projectId: 'p%201', customerPoolId: 'c%2F1' };

/** Adds it to the golden table, and to that of the documentation. */
function addRows(edits, { name, route, verb, path, ids, number, isRead }) {
  const given = ids.map((id) => (Object.hasOwn(sharedIds, id) ? id : `${id}: '${id}-1'`));
  const input = isRead ? [] : [`{ name: 'Name' }`];
  const parameters = [...(hasIds({ isRead, ids }) ? [`{ ${given.join(', ')} }`] : []), ...input, 'options'];
  edits.change(
    'test/api/golden-table.ts',
    /\};\n$/,
    (end) => `  // Fill in: a call with each field, what it sends, and the response.
  '#${number}': {
    call: (server, _, options) => server.${name}(${parameters.join(', ')}),
    auth: 'client',
    request: '${verb} ${path.replace(/\{(\w+)\}/g, (_, id) => sharedIds[id] ?? `${id}-1`)}',
    ${input.map((body) => `body: ${body},\n    `).join('')}data: { id: 'id' },
  },
${end}`,
  );
  edits.change(
    page,
    new RegExp(`^\\| +${number - 1} \\|.*\\n`, 'm'),
    (last) => `${last}| ${number} | \`${name}\` | Fill in: what it does | \`${route}\` |\n`,
  );
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { Page } from '../../src/api/page.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from './golden-table.js';
import { type RecordingServer, startRecordingServer, success } from './recording-server.js';

let recording: RecordingServer;
let server: ServerClient;
let customer: CustomerClient;

beforeAll(async () => {
  recording = await startRecordingServer();
  const { baseUrl } = recording;
  server = new ServerClient({ baseUrl, clientKey: 'k', clientSecret: 's' });
  customer = new CustomerClient({ baseUrl, getToken: () => 't' });
});
afterAll(() => recording.close());

type Path = (string | number)[];

/** The fields without which a record is invalid: its own id, the payload of a notification, the requested job. */
const requiredFields = new Set([
  'id',
  'customerId',
  'downloadUrl',
  'serviceId',
  'clientJobsId',
  'payload',
  'currentJob',
]);
/** Records within these fields need no id. */
const nestedRecords = ['organization', 'project', 'customerPool', 'rules', 'dndSubTypesByPass'];
const isRequired = (path: Path) => {
  const parents = path.slice(0, -1);
  return (
    requiredFields.has(String(path.at(-1))) && !parents.some((key) => nestedRecords.includes(String(key)))
  );
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The paths of all documented fields of a value, at every depth. */
function fieldsOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => fieldsOf(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => [
    [...path, key],
    ...fieldsOf(field, [...path, key]),
  ]);
}

/** A copy with another value at a path; undefined removes the field. */
function replaceAt(value: unknown, [key, ...rest]: Path, field: unknown): unknown {
  if (key === undefined) return field;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === key ? replaceAt(item, rest, field) : item));
  }
  const record = isObject(value) ? value : {};
  return { ...record, [key]: replaceAt(record[key], rest, field) };
}

const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const defaultFor = (value: unknown, key: string | number | undefined): unknown =>
  key === 'actionButtons'
    ? { primary: null, secondary: null, tertiary: null }
    : Array.isArray(value)
      ? []
      : null;

const load = async (row: (typeof rows)[string], data: unknown) => {
  recording.reply(success(data, row.metaData));
  const result = await row.call(server, customer);
  return result instanceof Page ? (result.items as unknown) : result;
};

describe.each(Object.entries(rows))('The response of %s', (_, row) => {
  const fields = fieldsOf(row.data);
  const optional = fields.filter((path) => !isRequired(path));

  it('may lack any optional field or contain it with a wrong type, which becomes null or empty', async () => {
    for (const path of optional) {
      const field = getAt(row.data, path);
      const wrongValues = [
        undefined,
        null,
        typeof field === 'string' ? 7 : 'text',
        typeof field === 'boolean' ? 1 : true,
      ];
      for (const value of [...wrongValues, Array.isArray(field) ? { a: 1 } : ['text']]) {
        const loaded = await load(row, replaceAt(row.data, path, value));
        expect(loaded, path.join('.')).toEqual(replaceAt(row.data, path, defaultFor(field, path.at(-1))));
      }
    }
  });

  it('keeps unknown fields at every depth, and unknown values', async () => {
    for (const path of [[], ...fields].filter((path) => isObject(getAt(row.data, path)))) {
      const record = getAt(row.data, path);
      const extended = Array.isArray(record)
        ? record
        : { ...(record as object), laterAddition: { deep: [1] } };
      const data = replaceAt(row.data, path, extended);
      expect(await load(row, data)).toEqual(data);
    }
    for (const path of optional.filter((path) => typeof getAt(row.data, path) === 'string')) {
      const data = replaceAt(row.data, path, 'a later value');
      expect(await load(row, data)).toEqual(data);
    }
  });

  it('is safe against a key __proto__', async () => {
    for (const path of [[], ...fields].filter((path) => isObject(getAt(row.data, path)))) {
      const record = getAt(row.data, path);
      if (Array.isArray(record)) continue;
      const marked = replaceAt(row.data, path, { ...(record as object), PROTO: { polluted: true } });
      const text = JSON.stringify({ status: 'success', data: marked, metaData: row.metaData });
      recording.reply((response) => void response.end(text.replaceAll('"PROTO"', '"__proto__"')));
      const result = await row.call(server, customer);
      const found = getAt(result instanceof Page ? result.items : result, path);
      expect(found).not.toHaveProperty('polluted');
    }
  });

  it('loses the invalid items of its lists', async () => {
    const lists = [[], ...fields].filter((path) => Array.isArray(getAt(row.data, path)));
    for (const path of lists) {
      const items = getAt(row.data, path) as unknown[];
      // Invalid items of a list of strings, or of a list of records.
      const invalid = typeof items[0] === 'string' ? [null, 7, {}, ['x']] : [null, 7, 'text', ['x']];
      const data = replaceAt(row.data, path, [...invalid, ...items, ...invalid]);
      expect(await load(row, data), path.join('.')).toEqual(row.data);
    }
  });
});

describe('A record without its id', () => {
  it.each(['#4', '#5', '#11', '#13', '#15', '#16', '#17'])(
    'is dropped from the list of %s',
    async (number) => {
      const row = rows[number]!;
      const [item] = row.data as Record<string, unknown>[];
      const withoutId = [undefined, null, '', 7].map((id) => ({ ...item, id, serviceId: id }));
      expect(await load(row, [...withoutId, item])).toEqual([item]);
    },
  );

  it.each(['#2', '#3', '#7', '#8', '#9', '#10', '#12', '#14', '#18', '#19', '#21', '#22', '#23'])(
    'makes the response of %s invalid',
    async (number) => {
      await expect(load(rows[number]!, {})).rejects.toMatchObject({ name: 'ResponseError' });
    },
  );

  it.each(['#1', '#6', '#20'])('is valid for %s, whose record has no id', async (number) => {
    await expect(load(rows[number]!, {})).resolves.toBeDefined();
  });
});

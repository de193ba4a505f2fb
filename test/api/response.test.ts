import { describe, expect, it } from 'vitest';
import { CustomerClient } from '../../src/api/customer-client.js';
import { Page } from '../../src/api/page.js';
import { ServerClient } from '../../src/api/server/server-client.js';
import { rows } from './golden-table.js';

let responseText = '';
const options = {
  baseUrl: 'https://api.test/v1/service',
  fetch: () => Promise.resolve(new Response(responseText)),
};
const server = new ServerClient({ ...options, clientKey: 'k', clientSecret: 's' });
const customer = new CustomerClient({ ...options, getToken: () => 't' });

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

/** What the operation returns for this data in its response. */
const load = async (row: (typeof rows)[string], data: unknown) => {
  responseText = JSON.stringify({ status: 'success', data, metaData: row.metaData });
  const result = await row.call(server, customer);
  return result instanceof Page ? (result.items as unknown) : result;
};

describe.each(Object.entries(rows))('The response of %s', (number, row) => {
  const fields = fieldsOf(row.data);
  const optional = fields.filter((path) => !isRequired(path));
  const containers = [[], ...fields].filter((path) => isObject(getAt(row.data, path)));

  it('may lack any optional field or contain it with a wrong type, which becomes null or empty', async () => {
    for (const path of optional) {
      const field = getAt(row.data, path);
      for (const value of [undefined, null, typeof field === 'string' ? 7 : 'text', { a: 1 }]) {
        // Unknown fields of a record are kept.
        if (isObject(value) && isObject(field) && !Array.isArray(field)) continue;
        const loaded = await load(row, replaceAt(row.data, path, value));
        expect(loaded, path.join('.')).toEqual(replaceAt(row.data, path, defaultFor(field, path.at(-1))));
      }
    }
  });

  it('keeps unknown fields of its records and unknown values of its texts, but no invalid items of its lists', async () => {
    // The date of a notification is parsed.
    const isDate = (path: (typeof fields)[number]): boolean =>
      number === '#7' && path.at(-1) === 'createdDate';
    const later = [
      ...containers.filter((path) => !Array.isArray(getAt(row.data, path))).map((path) => [...path, 'later']),
      ...optional.filter((path) => typeof getAt(row.data, path) === 'string' && !isDate(path)),
    ].reduce<unknown>((data, path) => replaceAt(data, path, 'a later value'), row.data);
    expect(await load(row, later)).toEqual(later);

    for (const path of containers.filter((path) => Array.isArray(getAt(row.data, path)))) {
      const items = getAt(row.data, path) as unknown[];
      const invalid = typeof items[0] === 'string' ? [null, 7, {}, ['x']] : [null, 7, 'text', ['x']];
      const data = replaceAt(row.data, path, [...invalid, ...items, ...invalid]);
      expect(await load(row, data), path.join('.')).toEqual(row.data);
    }
  });
});

it.each([['text'], [null]])('The response of every operation is invalid with the data %j', async (data) => {
  for (const [number, row] of Object.entries(rows))
    await expect(load(row, data), number).rejects.toMatchObject({ name: 'ResponseError' });
});

describe('A record without its id', () => {
  it('is dropped from a list', async () => {
    for (const number of ['#4', '#5', '#11', '#13', '#15', '#16', '#17']) {
      const row = rows[number]!;
      const [item] = row.data as Record<string, unknown>[];
      const withoutId = [undefined, null, '', 7].map((id) => ({ ...item, id, serviceId: id }));
      expect(await load(row, [...withoutId, item]), number).toEqual([item]);
    }
  });

  it('makes the response of an operation invalid that returns one record', async () => {
    for (const number of [2, 3, 7, 8, 9, 10, 12, 14, 18, 19, 21, 22, 23])
      await expect(load(rows[`#${number}`]!, {}), `#${number}`).rejects.toMatchObject({
        name: 'ResponseError',
      });
  });

  it('is valid for an operation whose record has no id', async () => {
    for (const number of ['#1', '#6', '#20'])
      await expect(load(rows[number]!, {}), number).resolves.toBeDefined();
  });
});

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

/** What a record is nothing without: its own id, the payload of a notification, the job that was asked for. */
const needed = new Set([
  'id',
  'customerId',
  'downloadUrl',
  'serviceId',
  'clientJobsId',
  'payload',
  'currentJob',
]);
/** Records that are named within others may lack their id. */
const nested = ['organization', 'project', 'customerPool', 'rules', 'dndSubTypesByPass'];
const isNeeded = (path: Path) => {
  const parents = path.slice(0, -1);
  return needed.has(String(path.at(-1))) && !parents.some((key) => nested.includes(String(key)));
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

/** A copy with something else at a path; undefined takes the field away. */
function change(value: unknown, [key, ...rest]: Path, field: unknown): unknown {
  if (key === undefined) return field;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === key ? change(item, rest, field) : item));
  }
  const record = isObject(value) ? value : {};
  return { ...record, [key]: change(record[key], rest, field) };
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const blank = (value: unknown, key: string | number | undefined): unknown =>
  key === 'actionButtons'
    ? { primary: null, secondary: null, tertiary: null }
    : Array.isArray(value)
      ? []
      : null;

const read = async (row: (typeof rows)[string], data: unknown) => {
  recording.reply(success(data, row.metaData));
  const answer = await row.call(server, customer);
  return answer instanceof Page ? (answer.items as unknown) : answer;
};

describe.each(Object.entries(rows))('the answer of %s', (_, row) => {
  const fields = fieldsOf(row.data);
  const optional = fields.filter((path) => !isNeeded(path));

  it('reads each documented field as nothing where it is absent, null or of another type, and the rest as it is', async () => {
    for (const path of optional) {
      const field = at(row.data, path);
      const odd = [
        undefined,
        null,
        typeof field === 'string' ? 7 : 'text',
        typeof field === 'boolean' ? 1 : true,
      ];
      for (const value of [...odd, Array.isArray(field) ? { a: 1 } : ['text']]) {
        const answer = await read(row, change(row.data, path, value));
        expect(answer, path.join('.')).toEqual(change(row.data, path, blank(field, path.at(-1))));
      }
    }
  });

  it('keeps unknown fields at every depth, and unknown words', async () => {
    for (const path of [[], ...fields].filter((path) => isObject(at(row.data, path)))) {
      const record = at(row.data, path);
      const extended = Array.isArray(record)
        ? record
        : { ...(record as object), laterAddition: { deep: [1] } };
      const data = change(row.data, path, extended);
      expect(await read(row, data)).toEqual(data);
    }
    for (const path of optional.filter((path) => typeof at(row.data, path) === 'string')) {
      const data = change(row.data, path, 'a word of later');
      expect(await read(row, data)).toEqual(data);
    }
  });

  it('is not misled by a key __proto__', async () => {
    for (const path of [[], ...fields].filter((path) => isObject(at(row.data, path)))) {
      const record = at(row.data, path);
      if (Array.isArray(record)) continue;
      const marked = change(row.data, path, { ...(record as object), PROTO: { polluted: true } });
      const text = JSON.stringify({ status: 'success', data: marked, metaData: row.metaData });
      recording.reply((response) => void response.end(text.replaceAll('"PROTO"', '"__proto__"')));
      const answer = await row.call(server, customer);
      const found = at(answer instanceof Page ? answer.items : answer, path);
      expect(found).not.toHaveProperty('polluted');
    }
  });

  it('drops the bad items of its lists', async () => {
    const lists = [[], ...fields].filter((path) => Array.isArray(at(row.data, path)));
    for (const path of lists) {
      const items = at(row.data, path) as unknown[];
      // What does not belong into a list of words, and what does not belong into one of records.
      const bad = typeof items[0] === 'string' ? [null, 7, {}, ['x']] : [null, 7, 'text', ['x']];
      const data = change(row.data, path, [...bad, ...items, ...bad]);
      expect(await read(row, data), path.join('.')).toEqual(row.data);
    }
  });
});

describe('a record without its id', () => {
  it.each(['#4', '#5', '#11', '#13', '#15', '#16', '#17'])(
    'is dropped from the list of %s',
    async (number) => {
      const row = rows[number]!;
      const [item] = row.data as Record<string, unknown>[];
      const nameless = [undefined, null, '', 7].map((id) => ({ ...item, id, serviceId: id }));
      expect(await read(row, [...nameless, item])).toEqual([item]);
    },
  );

  it.each(['#2', '#3', '#7', '#8', '#9', '#10', '#12', '#14', '#18', '#19', '#21', '#22', '#23'])(
    'is no answer of %s',
    async (number) => {
      await expect(read(rows[number]!, {})).rejects.toMatchObject({ name: 'ResponseError' });
    },
  );

  it.each(['#1', '#6', '#20'])('is no question for %s, which has none', async (number) => {
    await expect(read(rows[number]!, {})).resolves.toBeDefined();
  });
});

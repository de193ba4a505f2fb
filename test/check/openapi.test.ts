import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { InboxBackend } from '../../src/backend.js';
import { createDropIn, headers, pathOf, runCheck } from './drop-in.js';

type Json = Record<string, unknown>;

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: Json; responses: Record<string, Json> } | undefined>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json> };
}

const { paths, components } = JSON.parse(readFileSync('build/openapi.json', 'utf8')) as OpenApi;

/** Replaces the references, and allows no fields but those that are named, so that a test finds what is missing in the document. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Json;
  if (typeof fields.$ref === 'string') {
    const [kind, name] = fields.$ref.split('/').slice(-2);
    return resolve(components[kind as keyof OpenApi['components']][name ?? '']);
  }
  const resolved = Object.fromEntries(Object.entries(fields).map(([key, entry]) => [key, resolve(entry)]));
  const isClosed =
    resolved.type === 'object' && 'properties' in resolved && !('additionalProperties' in resolved);
  return isClosed ? { ...resolved, additionalProperties: false } : resolved;
}

/** The schema of a body in JSON; undefined if there is none. */
function schemaOf(place: unknown): z.ZodType | undefined {
  const { content } = resolve(place) as { content?: Record<string, { schema: Json }> };
  const schema = content?.['application/json']?.schema;
  return schema && z.fromJSONSchema(schema);
}

/** What the document does not say of an exchange; undefined if it says all. */
async function findGap(request: Request, response: Response): Promise<string | undefined> {
  const path = pathOf(request).replace(/^\/notifications\/.+/, '/notifications/{id}');
  const operation = paths[path]?.[request.method.toLowerCase()];
  const name = `${request.method} ${path}`;
  const described = operation?.responses[String(response.status)];
  if (!described) return `${name} ${response.status}`;
  const isJson = response.headers.get('Content-Type') === 'application/json';
  const schema = schemaOf(described);
  if (isJson !== (schema !== undefined)) return `${name} ${response.status}: body`;
  const parsed = isJson ? schema?.safeParse(await response.json()) : undefined;
  if (parsed && !parsed.success) return `${name} ${response.status}: ${parsed.error.message}`;
  if (!response.ok || !operation.requestBody) return undefined;
  const sent = schemaOf(operation.requestBody)?.safeParse(await request.json());
  return sent?.success === false ? `${name}: ${sent.error.message}` : undefined;
}

let backend: InboxBackend;
afterEach(() => {
  backend.close();
  vi.restoreAllMocks();
});

describe('The OpenAPI document', () => {
  it('describes all that the backend that drops in is requested, and responds', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    backend = await createDropIn({ countsByTag: true });
    const gaps: string[] = [];
    const seen = new Set<string>();
    const observe = async (request: Request): Promise<Response> => {
      const kept = request.clone();
      const response = await backend.fetch(request);
      seen.add(`${request.method} ${pathOf(request)} ${response.status}`);
      const isStream = response.headers.get('Content-Type') === 'text/event-stream';
      const gap = await findGap(kept, isStream ? new Response(null, response) : response.clone());
      if (gap !== undefined) gaps.push(gap);
      return response;
    };
    const deliver = () => backend.deliver('anna', { id: 'n4', tags: ['order'], importance: 'high' });
    const report = await runCheck(backend, { fault: observe, deliver });
    expect(report.isPassed).toBe(true);
    for (const path of ['/count', '/notifications/n1'])
      await observe(new Request(`http://localhost/inbox${path}`, { headers }));
    expect(gaps).toEqual([]);
    // All that it describes was requested, so that nothing is in it that there is not.
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{id}', 'n1')}`),
    );
    const requested = [...seen].map((exchange) => exchange.replace(/ \d+$/, ''));
    expect(operations.filter((operation) => !requested.includes(operation))).toEqual([]);
  });
});

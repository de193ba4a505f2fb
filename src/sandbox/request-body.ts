import { ServiceError } from './envelope.js';

/**
 * Typed access to the fields of a JSON object in a request body.
 * Throws a 400 that names the field if it is missing or has the wrong type.
 */
export class BodyFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    if (!isObject(value)) {
      throw new ServiceError(400, path ? `${path} must be an object.` : 'The body must be a JSON object.');
    }
    this.#values = value;
    this.#path = path;
  }

  string(name: string): string {
    const value = this.#get(name);
    if (typeof value !== 'string') throw this.#typeError(name, 'a string');
    return value;
  }

  boolean(name: string): boolean {
    const value = this.#get(name);
    if (typeof value !== 'boolean') throw this.#typeError(name, 'true or false');
    return value;
  }

  array(name: string): unknown[] {
    const value = this.#get(name);
    if (!Array.isArray(value)) throw this.#typeError(name, 'an array');
    return Array.from<unknown>(value);
  }

  object(name: string): BodyFields {
    return new BodyFields(this.#get(name), this.#pathTo(name));
  }

  objects(name: string): BodyFields[] {
    return this.array(name).map((item, index) => new BodyFields(item, `${this.#pathTo(name)}[${index}]`));
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #pathTo(name: string): string {
    return this.#path ? `${this.#path}.${name}` : name;
  }

  #typeError(name: string, expected: string): ServiceError {
    return new ServiceError(400, `${this.#pathTo(name)} must be ${expected}.`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function parseBody(request: Request): Promise<BodyFields> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new ServiceError(400, 'The body must be sent as application/json.');
  }
  let value: unknown;
  try {
    value = await request.json();
  } catch {
    throw new ServiceError(400, 'The body is not valid JSON.');
  }
  return new BodyFields(value);
}

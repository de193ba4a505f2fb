import { ServiceError } from './envelope.js';

/** A JSON object that came in, read field by field; what is missing or of the wrong type is a 400 that names the field. */
export class Fields {
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
    const value = this.#own(name);
    if (typeof value !== 'string') throw this.#wrong(name, 'a string');
    return value;
  }

  boolean(name: string): boolean {
    const value = this.#own(name);
    if (typeof value !== 'boolean') throw this.#wrong(name, 'true or false');
    return value;
  }

  array(name: string): unknown[] {
    const value = this.#own(name);
    if (!Array.isArray(value)) throw this.#wrong(name, 'an array');
    return Array.from<unknown>(value);
  }

  object(name: string): Fields {
    return new Fields(this.#own(name), this.#at(name));
  }

  objects(name: string): Fields[] {
    return this.array(name).map((item, index) => new Fields(item, `${this.#at(name)}[${index}]`));
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  #at(name: string): string {
    return this.#path ? `${this.#path}.${name}` : name;
  }

  #wrong(name: string, expected: string): ServiceError {
    return new ServiceError(400, `${this.#at(name)} must be ${expected}.`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function readBody(request: Request): Promise<Fields> {
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
  return new Fields(value);
}

import { ServiceError } from './envelope.js';

/** A parameter that must be there, and not empty. */
export function requiredText(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new ServiceError(400, `${name} is required.`);
  return value;
}

export function requiredChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice {
  return choose(name, requiredText(query, name), choices);
}

export function optionalChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = query.get(name);
  return value === null ? undefined : choose(name, value, choices);
}

export function choose<Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new ServiceError(400, `${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

/** All values of a parameter. The contract does not say how an array is written, so each usual way is read: `a=1&a=2`, `a[]=1&a[]=2`, `a=1,2`. */
export function listed(query: URLSearchParams, name: string): string[] {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)];
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

/** Whether a search, if there is one, finds its words in any of the texts. */
export function createSearch(query: URLSearchParams, name: string): (...texts: string[]) => boolean {
  const wanted = query.get(name)?.trim().toLowerCase() ?? '';
  return (...texts) => texts.some((text) => text.toLowerCase().includes(wanted));
}

/** Parses the attribute `sound`: the address of a file, or true without a value. */
export function parseSound(attribute: string | null): string | boolean {
  if (attribute === null) return false;
  return attribute === '' ? true : attribute;
}

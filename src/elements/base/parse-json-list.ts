/** Parses an attribute that holds a JSON array. Anything else is returned as it is, and discarded as of a wrong type. */
export function parseJsonList(attribute: string | null): unknown {
  try {
    return attribute === null ? undefined : JSON.parse(attribute);
  } catch {
    return attribute;
  }
}

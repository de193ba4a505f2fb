import type { ComplexAttributeConverter } from 'lit';

/** Converts an attribute that is a flag. `false` is false, and `False`, since templates of servers and frameworks write the values of variables. */
export const flag: ComplexAttributeConverter<boolean> = {
  fromAttribute: (attribute) => attribute !== null && attribute.toLowerCase() !== 'false',
  toAttribute: (value) => (value ? '' : null),
};

/** Parses an attribute that holds a number. Anything else is returned as it is, so that a warning can name it. */
export function parseNumber(attribute: string | null): unknown {
  return attribute === null || Number.isNaN(Number(attribute)) ? attribute : Number(attribute);
}

/** Parses an attribute that holds a JSON array. Anything else is returned as it is, and discarded as of a wrong type. */
export function parseJsonList(attribute: string | null): unknown {
  try {
    return attribute === null ? undefined : JSON.parse(attribute);
  } catch {
    return attribute;
  }
}

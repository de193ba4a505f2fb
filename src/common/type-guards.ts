/** Whether the value is an object or array, whose properties can be accessed. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns ids that can be destructured, also where a caller has passed none: the endpoint says which one is missing. */
export function parseIds<Ids extends object>(ids: Ids): Ids {
  return { ...ids };
}

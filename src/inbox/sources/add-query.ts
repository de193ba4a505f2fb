/** The address with these query parameters in addition to its own. */
export function addQuery(address: string | URL, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  return `${String(address)}${query && (String(address).includes('?') ? '&' : '?')}${query}`;
}

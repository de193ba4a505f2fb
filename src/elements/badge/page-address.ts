/** An address as the page requests it: without the user name and password of the page, which `fetch` refuses. */
export function pageAddress(address: string): string {
  const url = new URL(address, document.baseURI);
  url.username = url.password = '';
  return url.href;
}

/** `HTMLElement`; while a server renders, where no element is created, a class in its place. */
export const PageElement: typeof HTMLElement =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition, @typescript-eslint/no-extraneous-class -- a server has none
  globalThis.HTMLElement ?? class {};

const given = new Set<string>();

/** Tells the developer of the host page, once for each message. Never holds a token or personal datum. */
export function warnOnce(message: string): void {
  if (given.has(message)) return;
  given.add(message);
  console.warn(`[nudge-inbox] ${message}`);
}

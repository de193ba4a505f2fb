const warned = new Set<string>();

/**
 * Warns the developer of the host page in the console, once for each message.
 *
 * @param message must not contain a token or personal data
 */
export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`[nudge-inbox] ${message}`);
}

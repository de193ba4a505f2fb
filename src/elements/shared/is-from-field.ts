/** Whether the event comes from an element in which the keys keep their usual meaning. */
export function isFromField(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof Element &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  );
}

/**
 * For a second classic script tag, on pages with toasts, whose code is in the first file. It queues a call, as a page does, so
 * that it does not matter which of the two tags executes first.
 */
async function defineToasts(): Promise<void> {
  // The first file may still be running, which is complete only after it has run what is queued.
  await Promise.resolve();
  const { NudgeInbox } = globalThis;
  if (NudgeInbox?.defineToasts) NudgeInbox.defineToasts();
  else warn();
}

function warn(): void {
  console.warn('[nudge-inbox] nudge-inbox-toasts.iife.js works only beside nudge-inbox.iife.js.');
}

/** How long the first file may take, in milliseconds. */
const patienceMs = 3000;

setTimeout(() => {
  if (globalThis.NudgeInbox?.version === undefined) warn();
}, patienceMs);

const earlier = Object.hasOwn(globalThis, 'NudgeInbox') ? globalThis.NudgeInbox : undefined;
if (earlier?.version !== undefined) earlier.queue.push(defineToasts);
else if (Array.isArray(earlier?.queue)) earlier.queue.push(defineToasts);
else globalThis.NudgeInbox = { queue: [defineToasts] };

// A module, whose names are its own.
export {};

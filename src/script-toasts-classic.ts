/**
 * For a second classic script tag, on pages with toasts. It queues a call, as a page does, so that it does not matter which of
 * the two tags executes first. The code of the toasts is a part of the first file, which knows its hash and all that it needs.
 */
async function loadToasts(): Promise<void> {
  // The first file may still be running, which is complete only after it has run what is queued.
  await Promise.resolve();
  const { NudgeInbox } = globalThis;
  if (NudgeInbox?.loadToasts) await NudgeInbox.loadToasts();
  else console.warn('[nudge-inbox] nudge-inbox-toasts.iife.js works only beside nudge-inbox.iife.js.');
}

const earlier = Object.hasOwn(globalThis, 'NudgeInbox') ? globalThis.NudgeInbox : undefined;
if (earlier?.version !== undefined) earlier.queue.push(loadToasts);
else if (Array.isArray(earlier?.queue)) earlier.queue.push(loadToasts);
else globalThis.NudgeInbox = { queue: [loadToasts] };

// A module, whose names are its own.
export {};

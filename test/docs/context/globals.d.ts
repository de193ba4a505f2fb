// What a page has after the script of the package has loaded.
interface NudgeInboxInDocs {
  version: string;
  queue: {
    push(
      ...calls: (
        ['mount', ...Parameters<typeof import('../../../src/elements/mount.js').mount>] | (() => unknown)
      )[]
    ): void;
  };
  mount: typeof import('../../../src/elements/mount.js').mount;
  createSession: typeof import('../../../src/session/session.js').createSession;
  pollingSource: typeof import('../../../src/session/sources/polling-source.js').pollingSource;
  eventStreamSource: typeof import('../../../src/session/sources/event-stream-source.js').eventStreamSource;
  serviceWorkerSource: typeof import('../../../src/session/sources/service-worker-source.js').serviceWorkerSource;
  registerMessages: typeof import('../../../src/localization/localization.js').registerMessages;
}

declare const NudgeInbox: NudgeInboxInDocs;

interface Window {
  NudgeInbox?: { queue?: unknown };
}

import './check-page.js';
import { NudgeBell } from './elements/bell/bell.js';
import { isSavingData, loadPanelOnIdle, loadPanelWhenAdded } from './elements/bell/load-panel.js';
import { mount } from './elements/mount.js';
import { register } from './elements/base/register.js';
import { createSession } from './session/session.js';
import { backendSource } from './session/sources/backend-source.js';
import { eventStreamSource } from './session/sources/event-stream-source.js';
import { pollingSource } from './session/sources/polling-source.js';
import { reconnecting } from './session/sources/reconnection.js';
import { serviceWorkerSource } from './session/sources/service-worker-source.js';
import { warnOnce } from './common/warn.js';
import { registerMessages } from './localization/localization.js';
import { version } from './version.js';

/** A call that was made before this script had loaded, such as `['mount', '#bell', options]`, or a function. */
type QueuedCall = ['mount', ...Parameters<typeof mount>] | (() => unknown);

interface NudgeInboxGlobal {
  readonly version: string;
  readonly mount: typeof mount;
  readonly createSession: typeof createSession;
  readonly backendSource: typeof backendSource;
  readonly eventStreamSource: typeof eventStreamSource;
  readonly registerMessages: typeof registerMessages;
  readonly pollingSource: typeof pollingSource;
  readonly reconnecting: typeof reconnecting;
  readonly serviceWorkerSource: typeof serviceWorkerSource;
  /** Before this script has loaded an array; from then on each call that is pushed runs at once. */
  readonly queue: { push: (...calls: QueuedCall[]) => void };
  /** Only in the classic build, for its second tag. */
  defineToasts?: () => void;
}

declare global {
  var NudgeInbox:
    NudgeInboxGlobal | { version?: undefined; queue?: unknown; defineToasts?: () => void } | undefined;
}

function isMount(call: unknown): call is ['mount', ...Parameters<typeof mount>] {
  return Array.isArray(call) && call[0] === 'mount' && typeof call[2] === 'object' && call[2] !== null;
}

function isFunction(call: unknown): call is () => unknown {
  return typeof call === 'function';
}

/** One that throws stops nothing: neither the page nor those after it. */
function run(...calls: unknown[]): void {
  for (const call of calls) {
    try {
      if (isFunction(call)) call();
      else if (isMount(call)) mount(call[1], call[2]);
      else warnOnce("Only functions, and calls such as ['mount', '#bell', options], can be queued.");
    } catch (error) {
      warnOnce(`A queued call failed: ${String(error)}`);
    }
  }
}

function install(): void {
  // An element or frame with this id or name is a global too, but no property of the window's own.
  const earlier = Object.hasOwn(globalThis, 'NudgeInbox') ? globalThis.NudgeInbox : undefined;
  if (typeof earlier?.version === 'string') {
    warnOnce(
      `Loaded twice on this page: version ${earlier.version} is in use, version ${version} is left aside.`,
    );
    return;
  }
  register('nudge-bell', NudgeBell);
  globalThis.NudgeInbox = {
    version,
    mount,
    createSession,
    backendSource,
    eventStreamSource,
    registerMessages,
    pollingSource,
    reconnecting,
    serviceWorkerSource,
    queue: { push: run },
  };
  const queued: readonly unknown[] = Array.isArray(earlier?.queue) ? earlier.queue : [];
  // Still before the next script, but not within this one: where requests are observed, the browser notes the stack of each, and
  // parses every function on it once more. At the bottom of the stack would be this whole script.
  queueMicrotask(() => run(...queued));
  loadPanelWhenAdded();
  if (!isSavingData()) void loadPanelOnIdle();
}

install();

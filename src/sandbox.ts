export { createSandbox } from './sandbox/sandbox.js';
export type {
  NotificationAvatar,
  NotificationButton,
  NotificationFields,
  NotificationFile,
  NotificationOverrides,
  NotificationPayload,
  NotificationTag,
  Sandbox,
  SandboxFailure,
  SandboxGroup,
  SandboxIds,
  SandboxNotification,
  SandboxOptions,
  SandboxRequest,
  SandboxSnapshot,
} from './sandbox/types.js';

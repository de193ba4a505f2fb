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
  SandboxNotification,
  SandboxOptions,
  SandboxRequest,
} from './sandbox/types.js';

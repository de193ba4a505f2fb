import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** How a command has ended. */
interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
  isEnded: boolean;
}

/** An installation took longer than its limit. */
export class InstallTimeoutError extends Error {
  override readonly name = 'InstallTimeoutError';
}

/** Ends a process with all that it has started. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function execute(
  command: string,
  { cwd = '.', env = process.env }: CommandOptions,
  limitMs: number,
): Promise<Outcome> {
  // A process group of its own.
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let isEnded = false;
  const timer =
    limitMs < Infinity
      ? setTimeout(() => {
          isEnded = true;
          endGroup(child.pid);
        }, limitMs)
      : undefined;
  try {
    // It is closed once no process of the group is left to write.
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr, isEnded };
  } finally {
    clearTimeout(timer);
  }
}

function assertSuccess(command: string, { status, stdout, stderr }: Outcome): void {
  if (status === 0) return;
  const output = `${stdout}${stderr}`.trim().split('\n').slice(-40);
  throw new Error([`${command} exited with ${status}`, ...output].join('\n'));
}

/** Runs a command and resolves with its output. If it fails, the error ends with the last lines of the output. */
export async function run(command: string, options: CommandOptions = {}): Promise<string> {
  const outcome = await execute(command, options, Infinity);
  assertSuccess(command, outcome);
  return outcome.stdout;
}

/**
 * Runs a command of npm that installs packages for somebody, such as `the react app`. It is ended after the limit: a registry
 * that stalls would otherwise keep npm waiting for as long as it retries.
 *
 * @throws InstallTimeoutError after the limit
 */
export async function runInstall(
  command: string,
  { owner, limitMinutes = 3, ...options }: CommandOptions & { owner: string; limitMinutes?: number },
): Promise<void> {
  const outcome = await execute(command, options, limitMinutes * 60_000);
  const [name] = /^\S+ \S+/.exec(command) ?? [command];
  if (outcome.isEnded)
    throw new InstallTimeoutError(
      `${name} of ${owner} did not finish within ${limitMinutes} minutes: is the package registry reachable?`,
    );
  assertSuccess(command, outcome);
}

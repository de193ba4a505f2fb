import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { freePort } from '../free-port.js';
import { environment } from './install.js';

/** A script of an example that serves its pages. */
export class ExampleServer {
  origin = '';
  #process: ChildProcess | undefined;
  #output = '';

  /** Runs the script and resolves once the home page loads. */
  async start(script: string, folder: string): Promise<void> {
    const port = String(await freePort());
    this.origin = `http://localhost:${port}`;
    // Servers for production take the port from the environment, those for development as an option.
    const options = script === 'dev' ? ['--', '--port', port] : [];
    // A process group of its own ends with all that npm has started.
    this.#process = spawn('npm', ['run', script, ...options], {
      cwd: folder,
      env: { ...environment, PORT: port },
      detached: true,
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    try {
      await expect(async () => expect((await fetch(this.origin)).status).toBe(200)).toPass({
        timeout: 60_000,
      });
    } catch (error) {
      throw new Error(`npm run ${script} does not serve its page:\n${this.#output}`, { cause: error });
    }
  }

  async stop(): Promise<void> {
    const { pid, exitCode } = this.#process ?? {};
    if (pid === undefined || exitCode !== null) return;
    const exit = once(this.#process!, 'exit');
    process.kill(-pid, 'SIGTERM');
    await exit;
  }
}

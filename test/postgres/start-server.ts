import type { TestProject } from 'vitest/node';
import { findPrograms, installPrograms, startPostgres } from '../../scripts/postgres-server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts the server that the tests of this folder share. */
export default async function startServer({ provide }: TestProject): Promise<() => void> {
  if (!findPrograms()) installPrograms();
  const server = await startPostgres();
  provide('postgresUrl', server.url);
  return () => server.remove();
}

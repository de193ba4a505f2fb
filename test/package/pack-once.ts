import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packBuild, type Packed } from '../pack.js';

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

/** Packs the build for all tests of a project. */
export default function packOnce({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nudge-inbox-packed-'));
  provide('packed', packBuild(folder));
  return () => rmSync(folder, { recursive: true });
}

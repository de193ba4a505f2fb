import { describe, expect, it } from 'vitest';
import { measureFailovers } from '../../bench/backend/failover.mjs';
import { findPrograms, installPrograms } from '../../scripts/postgres-server.mjs';

describe('A backend whose database restarts fifteen times under 60 requests a second', () => {
  it('ends no process, loses no arrival, and is back within ten seconds', async () => {
    if (!findPrograms()) installPrograms();
    const { endCount, missingCount, deliveredCount, times } = await measureFailovers(15);
    expect({ endCount, missingCount }).toEqual({ endCount: 0, missingCount: 0 });
    expect(deliveredCount).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThan(10_000);
  });
});

import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { bodySchemas } from '../../../src/backend/http/request-input.js';

describe('The ids of a request', () => {
  it('are not checked one by one if there are too many', () => {
    const input = { ids: Array.from({ length: 100_000 }, () => 0), isRead: true };
    expect(z.safeParse(bodySchemas.read, input).error?.issues).toMatchObject([{ code: 'too_big' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { RequestError } from '../../src/api/errors.js';
import { path } from '../../src/api/path.js';

describe('path``', () => {
  it('returns a template for messages and an encoded path for the request', () => {
    const projectId = 'a/b?c#d e%2F';
    const clientJobsId = '..%';
    expect(path`/nudge/projects/${{ projectId }}/jobs/${{ clientJobsId }}`).toEqual({
      template: '/nudge/projects/{projectId}/jobs/{clientJobsId}',
      encoded: '/nudge/projects/a%2Fb%3Fc%23d%20e%252F/jobs/..%25',
    });
  });

  it('keeps a trailing slash and works without parameters', () => {
    expect(path`/opm/product-spaces/`).toEqual({
      template: '/opm/product-spaces/',
      encoded: '/opm/product-spaces/',
    });
    expect(path`/nudge/projects/${{ projectId: '...' }}/jobs/`.encoded).toBe('/nudge/projects/.../jobs/');
  });

  it.each([[''], ['.'], ['..'], [undefined], [7], ['\uD83D']])(
    'rejects %j and names the field',
    (projectId) => {
      expect(() => path`/opm/projects/${{ projectId }}/members`).toThrow(RequestError);
      expect(() => path`/opm/projects/${{ projectId }}/members`).toThrow(/^projectId must be a non-empty/);
    },
  );

  it('does not quote the value in its message', () => {
    expect(() => path`/${{ id: 'secret\uD83D' }}`).not.toThrow(/secret/);
  });
});

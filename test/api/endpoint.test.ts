import { describe, expect, it } from 'vitest';
import { get, post } from '../../src/api/endpoint.js';
import { RequestError } from '../../src/api/errors.js';

describe('An endpoint', () => {
  it('has a name for messages and an encoded path for the request', () => {
    const projectId = 'a/b?c#d e%2F';
    const clientJobsId = '..%';
    expect(get`/nudge/projects/${{ projectId }}/jobs/${{ clientJobsId }}`).toEqual({
      method: 'GET',
      name: 'GET /nudge/projects/{projectId}/jobs/{clientJobsId}',
      path: '/nudge/projects/a%2Fb%3Fc%23d%20e%252F/jobs/..%25',
    });
  });

  it('keeps a trailing slash and works without parameters', () => {
    expect(post`/opm/product-spaces/`).toEqual({
      method: 'POST',
      name: 'POST /opm/product-spaces/',
      path: '/opm/product-spaces/',
    });
    expect(get`/nudge/projects/${{ projectId: '...' }}/jobs/`.path).toBe('/nudge/projects/.../jobs/');
  });

  it.each([[''], ['.'], ['..'], [undefined], [7], ['\uD83D']])(
    'cannot be created with %j: the error names the operation and the field',
    (projectId) => {
      const create = (): unknown => get`/opm/projects/${{ projectId }}/members`;
      expect(create).toThrow(RequestError);
      expect(create).toThrow(/^GET \/opm\/projects\/\{projectId\}\/members: projectId must be a non-empty/);
    },
  );

  it('does not quote the value in its message', () => {
    expect(() => get`/${{ id: 'secret\uD83D' }}`).not.toThrow(/secret/);
  });
});

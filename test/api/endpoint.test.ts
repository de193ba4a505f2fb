import { describe, expect, it } from 'vitest';
import { createEndpoint } from '../../src/api/endpoint.js';
import { RequestError } from '../../src/api/errors.js';

describe('An endpoint', () => {
  it('has a name for messages and an encoded path for the request', () => {
    const projectId = 'a/b?c#d e%2F';
    const clientJobsId = '..%';
    expect(
      createEndpoint('GET /nudge/projects/{projectId}/jobs/{clientJobsId}', { projectId, clientJobsId }),
    ).toEqual({
      method: 'GET',
      name: 'GET /nudge/projects/{projectId}/jobs/{clientJobsId}',
      path: '/nudge/projects/a%2Fb%3Fc%23d%20e%252F/jobs/..%25',
    });
  });

  it('keeps a trailing slash and works without parameters', () => {
    expect(createEndpoint('POST /opm/product-spaces/', {})).toEqual({
      method: 'POST',
      name: 'POST /opm/product-spaces/',
      path: '/opm/product-spaces/',
    });
    expect(createEndpoint('GET /nudge/projects/{projectId}/jobs/', { projectId: '...' }).path).toBe(
      '/nudge/projects/.../jobs/',
    );
  });

  it.each([[''], ['.'], ['..'], [undefined], [7], ['\uD83D']])(
    'cannot be created with %j: the error names the operation and the field',
    (projectId) => {
      const create = (): unknown =>
        createEndpoint('GET /opm/projects/{projectId}/members', { projectId } as { projectId: string });
      expect(create).toThrow(RequestError);
      expect(create).toThrow(/^GET \/opm\/projects\/\{projectId\}\/members: projectId must be a non-empty/);
    },
  );

  it('does not quote the value in its message', () => {
    expect(() => createEndpoint('GET /{id}', { id: 'secret\uD83D' })).not.toThrow(/secret/);
  });
});

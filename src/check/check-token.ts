import { isAbsent, type Received } from './backend-client.js';
import { nameOf, type CheckContext } from './check-context.js';
import { checkOwner } from './check-owner.js';

/** Checks the token of the service, which is never printed. */
export async function checkToken(context: CheckContext): Promise<void> {
  const { client, report, customer } = context;
  if (!client.has('token')) return;
  const request = nameOf('token');
  const received = await client.post('token', { customer });
  if (isAbsent(received)) {
    report.missing(
      'token',
      request,
      'There is no token: pass getToken to the elements, if they use the service.',
    );
    return;
  }
  const problem = findProblem(received);
  report.add(
    'token',
    request,
    problem === undefined ? [] : [problem],
    'It is the bare token, which nobody stores.',
  );
  await checkOwner(context, 'token', {});
}

function findProblem({ status, headers, text }: Received): string | undefined {
  if (status !== 200) return `The status is ${status}: it must be 200, or 401 if nobody is signed in.`;
  if (/^\s*[<{"]|^Bearer /.test(text))
    return 'The response must be the bare token: no JSON, no quotes, no HTML, no “Bearer”.';
  return headers.get('Cache-Control')?.includes('no-store') === true
    ? undefined
    : 'Cache-Control must be no-store: a cache must not keep a token.';
}

import { endpoints, isAbsent, isSuccess, paths, type Endpoint, type Received } from './backend-client.js';
import { nameOf, type CheckContext } from './check-context.js';

/** An origin that is nobody's: https://datatracker.ietf.org/doc/html/rfc2606 */
const foreignOrigin = 'https://nudge-check.example';

/** Checks that only the customer sees the list. */
export async function checkSignedOut({ client, report }: CheckContext): Promise<void> {
  const request = `${nameOf('list')} without the customer's headers`;
  if (Object.keys(client.headers).length === 0) {
    report.note(
      'signed-out',
      request,
      'There are no headers of a customer to leave out: pass them with --header.',
    );
    return;
  }
  const { status } = await client.get('list', { headers: {} });
  const problems =
    status === 401
      ? []
      : [
          status === 200
            ? 'The list is shown although nobody is signed in: respond with 401.'
            : `The status is ${status}. Only 401 says that nobody is signed in: with any other, the elements go on trying.`,
        ];
  report.add('signed-out', request, problems, 'Without a customer, the status is 401.');
  await checkProtected({ client, report });
}

/** What does nothing, whoever sends it. */
const harmlessBodies: Partial<Record<Endpoint, object>> = {
  read: { ids: [], isRead: true },
  seen: { ids: [] },
  dismissed: { ids: [], isDismissed: true },
  snoozed: { ids: [], until: null },
  removed: { ids: [] },
  answer: { id: 'nudge-check-unknown', action: 'primary', onclickAction: null, text: 'Checked' },
  preferences: { groupId: 'nudge-check-unknown', isGroupNotificationOff: false },
  token: {},
};

/** Checks that nobody but a customer sees or changes anything beside the list. */
async function checkProtected({ client, report }: Pick<CheckContext, 'client' | 'report'>): Promise<void> {
  const problems: string[] = [];
  const nobody = { headers: {} };
  for (const endpoint of ['record', 'count', 'preferences'] as const) {
    if (!client.has(endpoint)) continue;
    const received = await client.get(endpoint, { ...nobody, id: 'nudge-check-unknown' });
    if (received.status !== 401 && !isAbsent(received))
      problems.push(`GET ${paths[endpoint]} has the status ${received.status}, and must have 401.`);
  }
  for (const endpoint of endpoints) {
    const body = harmlessBodies[endpoint];
    if (!body || !client.has(endpoint)) continue;
    const { status } = await client.post(endpoint, body, nobody);
    // Frameworks refuse a request without their CSRF token before they look for a customer.
    if (status < 400 || status >= 500)
      problems.push(`POST ${paths[endpoint]} has the status ${status}, and must have 401.`);
  }
  if (client.has('events')) {
    const stream = await client.openStream(nobody);
    stream.close();
    const { status } = stream.response;
    if (status === 200) problems.push(`${nameOf('events')} is open to everybody, and must have 401.`);
  }
  report.add(
    'protected',
    "all without the customer's headers",
    problems,
    'Nobody else sees or changes anything.',
  );
}

/** Checks that a page of another site can neither change anything nor see the list. */
export async function checkForgery({ client, report }: CheckContext): Promise<void> {
  if (client.has('read')) await checkForms({ client, report });
  const origin = { Origin: foreignOrigin, 'Sec-Fetch-Site': 'cross-site' };
  const received = await client.get('list', { added: origin });
  const allowed = received.headers.get('Access-Control-Allow-Origin');
  const isShared =
    allowed === foreignOrigin && received.headers.get('Access-Control-Allow-Credentials') === 'true';
  const problems = [
    `Any origin is allowed with the customer's cookies: every site sees the list. Name your own origins in Access-Control-Allow-Origin.`,
  ];
  report.add(
    'foreign-origin',
    nameOf('list'),
    isShared ? problems : [],
    'Pages of other sites do not see the list.',
  );
}

/** A form of another site sends the customer's cookie, and no header of its own. */
async function checkForms({ client, report }: Pick<CheckContext, 'client' | 'report'>): Promise<void> {
  const cookies = Object.entries(client.headers).filter(([name]) => name.toLowerCase() === 'cookie');
  const hasOthers = Object.keys(client.headers).some((name) => name.toLowerCase() === 'authorization');
  const request = `${nameOf('read')} as a form`;
  if (cookies.length === 0 && hasOthers) {
    report.note('form', request, 'The customer has no cookie, which a form of another site could send.');
    return;
  }
  const body = { ids: [], isRead: true };
  const headers = cookies.length > 0 ? Object.fromEntries(cookies) : client.headers;
  const received = await client.post('read', body, { contentType: 'text/plain', headers });
  const problems = [
    'A body of the type text/plain is accepted, which a form of any site can send with the cookie of the customer. Accept application/json only, or demand a CSRF token.',
  ];
  report.add('form', request, isSuccess(received) ? problems : [], 'Forms of other sites change nothing.');
}

/** Checks what a page of another origin needs. */
export async function checkCors({ client, report }: CheckContext, origin: string): Promise<void> {
  const request = `OPTIONS /read of ${origin}`;
  const added = { Origin: origin };
  const preflight = await client.preflight('read', origin);
  const list = await client.get('list', { added });
  const refused = await client.post('read', { ids: 'nudge-check-unknown', isRead: 'yes' }, { added });
  const problems = [
    ...(isSuccess(preflight) ? [] : [`The preflight has the status ${preflight.status}, and must have 204.`]),
    ...findCorsProblems(preflight, 'The preflight', origin),
    ...findUnlisted(preflight, 'The preflight', 'Access-Control-Allow-Headers', 'Content-Type'),
    ...findCorsProblems(list, 'The list', origin),
    ...findCorsProblems(refused, 'A request that is refused', origin),
    ...findUnlisted(list, 'The list', 'Vary', 'Origin'),
  ];
  report.add('cors', request, problems, 'Pages of the other origin may use the backend.');
  const [hidden] = findUnlisted(list, 'The list', 'Access-Control-Expose-Headers', 'Retry-After');
  if (hidden === undefined) report.ok('cors-retry-after', request, 'They know when to try again.');
  else
    report.missing('cors-retry-after', request, `${hidden} Pages then try again after pauses of their own.`);
}

function findCorsProblems({ headers }: Received, subject: string, origin: string): string[] {
  const expected = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
  return Object.entries(expected)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name, value]) => `${subject} lacks “${name}: ${value}”.`);
}

function findUnlisted({ headers }: Received, subject: string, name: string, value: string): string[] {
  const listed = (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
  return listed.includes(value.toLowerCase()) ? [] : [`${subject} lacks “${name}: ${value}”.`];
}

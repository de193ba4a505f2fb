import { editEvents, editJson, headers, pathOf, type Fault } from './drop-in.js';

/** A wrong backend: what is wrong with it, and the rules that have to name it. */
export type PlantedFault = [title: string, rules: string[], fault: Fault];

const onlyFor =
  (path: string, fault: Fault): Fault =>
  (request, next) =>
    pathOf(request) === path ? fault(request, next) : next(request);

/** For requests to this path whose body fulfills the condition. */
const onlyIf = (path: string, condition: (body: Record<string, unknown>) => boolean, fault: Fault): Fault =>
  onlyFor(path, async (request, next) => {
    if (request.method !== 'POST') return next(request);
    const body = (await request.clone().json()) as Record<string, unknown>;
    return condition(body) ? fault(request, next) : next(request);
  });

const respondWith =
  (status: number): Fault =>
  () =>
    Promise.resolve(new Response(null, { status }));

/** Changes a field of the body of a request. */
const editBody =
  (edit: (body: Record<string, unknown>) => object): Fault =>
  async (request, next) => {
    const body = (await request.json()) as Record<string, unknown>;
    return next(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: JSON.stringify(edit(body)),
      }),
    );
  };

/** Takes a page for one that is not older than the sign-in. */
const withoutCustomer = editBody((body) => ({ ...body, customer: undefined }));

/** Changes a header of the response. */
const setHeader =
  (name: string, value: string): Fault =>
  async (request, next) => {
    const response = await next(request);
    response.headers.set(name, value);
    return response;
  };

type Reference = Record<string, unknown>;
const editReferences = (edit: (reference: Reference) => object): Fault =>
  onlyFor(
    '/notifications',
    editJson((page) => ({ ...page, references: (page.references as Reference[]).map(edit) })),
  );

/** For requests of one notification. */
const onlyForRecords =
  (fault: Fault): Fault =>
  (request, next) =>
    /^\/notifications\/./.test(pathOf(request)) ? fault(request, next) : next(request);

const editGroups = (edit: (group: Record<string, unknown>) => object): Fault =>
  editJson((body) => ({ ...body, groups: (body.groups as Record<string, unknown>[]).map(edit) }));

/** For requests whose customer is not named, too. */
const signIn: Fault = (request, next) => {
  const signedIn = new Headers(request.headers);
  signedIn.set('Cookie', headers.Cookie);
  return next(new Request(request, { headers: signedIn }));
};

const isCountStream = ({ url }: Request): boolean => url.includes('only=counts');

/** Changes the counts of the stream that has nothing else. */
const editCounts =
  (edit: (counts: Record<string, unknown>) => object): Fault =>
  (request, next) =>
    isCountStream(request)
      ? editEvents((text) =>
          text.replaceAll(/(?<=event: counts\ndata: ).*/g, (data) =>
            JSON.stringify(edit(JSON.parse(data) as Record<string, unknown>)),
          ),
        )(request, next)
      : next(request);

function firstCountsOnly(): Fault {
  let count = 0;
  return (request, next) =>
    isCountStream(request)
      ? editEvents((text) =>
          text.replaceAll('event: counts', () => ((count += 1) === 1 ? 'event: counts' : 'event: other')),
        )(request, next)
      : next(request);
}

/** A stream without the events of a type. */
const withoutEvents = (type: string): Fault =>
  onlyFor(
    '/events',
    editEvents((text) => text.replaceAll(new RegExp(`id: \\d+\\ndata: {"type":"${type}".*\\n\\n`, 'g'), '')),
  );

/** Deletes nothing of what is dismissed, and responds as if it did. */
const keepDismissed: Fault = async (request, next) => {
  const { ids } = (await request.clone().json()) as { ids: unknown[] };
  const list = await next(new Request('http://localhost/inbox/notifications', { headers }));
  const { references } = (await list.json()) as { references: Reference[] };
  const isDismissed = references.some((reference) => reference.isDismissed && ids.includes(reference.id));
  return isDismissed ? editBody((body) => ({ ...body, ids: [] }))(request, next) : next(request);
};

/** Replaces the responses with this status. */
const ifStatus =
  (status: number, replace: (response: Response) => Response | Promise<Response>): Fault =>
  async (request, next) => {
    const response = await next(request);
    return response.status === status ? replace(response) : response;
  };

export const faults: PlantedFault[] = [
  [
    'a list that caches may keep',
    ['list-cache'],
    onlyFor('/notifications', setHeader('Cache-Control', 'public, max-age=60')),
  ],
  [
    'names in another style',
    ['list-names'],
    editReferences(({ createdDate, ...others }) => ({ ...others, created_date: createdDate })),
  ],
  [
    'dates in seconds',
    ['list-dates'],
    editReferences(({ createdDate, ...others }) => ({
      ...others,
      createdDate: new Date(String(createdDate)).getTime() / 1000,
    })),
  ],
  [
    'ids that are numbers',
    ['list-fields'],
    editReferences(({ id, ...others }) => (id === 'n1' ? { ...others, id: 1 } : { ...others, id })),
  ],
  [
    'the oldest first',
    ['list-order'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, references: (page.references as Reference[]).toReversed() })),
    ),
  ],
  [
    'a cursor that is ignored',
    ['paging'],
    onlyFor('/notifications', (request, next) => {
      const url = new URL(request.url);
      url.searchParams.delete('cursor');
      return next(new Request(url, request));
    }),
  ],
  [
    'a count of the page alone',
    ['unread-count', 'count'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, unreadCount: 0 })),
    ),
  ],
  [
    'a sign-in page in place of 401',
    ['signed-out', 'protected'],
    async (request, next) => {
      const response = await next(request);
      return response.status === 401
        ? new Response(null, { status: 302, headers: { Location: '/sign-in' } })
        : response;
    },
  ],
  [
    'changes from forms of other sites',
    ['form'],
    onlyFor('/read', async (request, next) => {
      const headers = new Headers(request.headers);
      headers.set('Content-Type', 'application/json');
      return next(new Request(request.url, { method: 'POST', headers, body: await request.text() }));
    }),
  ],
  [
    'any origin allowed with cookies',
    ['foreign-origin'],
    async (request, next) => {
      const response = await next(request);
      response.headers.set('Access-Control-Allow-Origin', request.headers.get('Origin') ?? '*');
      response.headers.set('Access-Control-Allow-Credentials', 'true');
      return response;
    },
  ],
  [
    'read state that is not stored',
    ['read-stored'],
    onlyFor('/read', async (request, next) => {
      const { isRead, ids } = (await request.clone().json()) as Record<string, unknown>;
      const isIgnored = isRead === false && Array.isArray(ids) && ids[0] === 'n2';
      return isIgnored ? new Response(null, { status: 204 }) : next(request);
    }),
  ],
  ...(['read', 'dismissed', 'snoozed'] as const).map((mark): PlantedFault => [
    `changes of a page that is older than the sign-in, by /${mark}`,
    [`${mark}-customer`],
    onlyFor(`/${mark}`, withoutCustomer),
  ]),
  [
    'a list that does not say what is dismissed',
    ['dismissed-stored'],
    editReferences((reference) => ({ ...reference, isDismissed: false })),
  ],
  [
    'a list that does not say what is snoozed',
    ['snoozed-stored'],
    editReferences((reference) => ({ ...reference, snoozedUntil: null })),
  ],
  ['a stream without what was dismissed elsewhere', ['dismissed-event'], withoutEvents('dismiss')],
  ['a stream without what was snoozed elsewhere', ['snoozed-event'], withoutEvents('add')],
  [
    'unknown ids refused',
    ['unknown-id'],
    onlyFor('/read', async (request, next) => {
      const text = await request.clone().text();
      return text.includes('unknown"]') ? new Response(null, { status: 404 }) : next(request);
    }),
  ],
  [
    'a crash on a body of another shape',
    ['invalid-body'],
    onlyFor('/read', async (request, next) => {
      const response = await next(request);
      return response.status === 400 ? new Response(null, { status: 500 }) : response;
    }),
  ],
  [
    '“Mark all as read” that does not name what it has marked',
    ['read-until'],
    onlyFor('/read', async (request, next) => {
      const response = await next(request);
      return response.status === 200 ? new Response(null, { status: 204 }) : response;
    }),
  ],
  [
    'no “Dismiss”, which the list does not say',
    ['dismissed-offered'],
    onlyFor('/dismissed', respondWith(404)),
  ],
  [
    'no read state, and a list that says what is unread',
    ['read-not-saved'],
    onlyFor('/read', respondWith(404)),
  ],
  ['a stream of another type', ['stream'], onlyFor('/events', setHeader('Content-Type', 'application/json'))],
  [
    'a stream that does not say whose it is',
    ['stream-customer'],
    onlyFor(
      '/events',
      editEvents((text) => text.replace(/event: customer\ndata: .*\n\n/, ': open\n\n')),
    ),
  ],
  ['a stream without what was read elsewhere', ['read-event'], withoutEvents('read')],
  [
    'events of no type',
    ['events'],
    onlyFor(
      '/events',
      editEvents((text) => text.replace('"}\n\n', '$&data: {"type":"preferences"}\n\n')),
    ),
  ],
  [
    'a stream that begins with what is new, whatever a page has missed',
    ['replay'],
    onlyFor('/events', (request, next) => next(new Request(request.url.replace(/\?.*/, ''), request))),
  ],
  [
    'a token in JSON',
    ['token'],
    onlyFor('/token', async (request, next) => {
      const response = await next(request);
      return response.ok ? new Response('{"token":"…"}', response) : response;
    }),
  ],
  [
    'a choice that is not stored',
    ['preference-stored'],
    onlyFor(
      '/preferences',
      editGroups((group) => (group.id === 'offers' ? { ...group, isGroupNotificationOff: false } : group)),
    ),
  ],
  [
    '`saves` in words that are none',
    ['list-fields'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, saves: ['read', 'seen', 'dismissed', 'snooze', 'answered'] })),
    ),
  ],
  [
    'a record of another notification',
    ['list-fields'],
    editReferences((reference) => ({ ...reference, record: { id: 'other' } })),
  ],
  [
    'an answer without a date',
    ['list-fields'],
    editReferences((reference) => ({ ...reference, answer: { action: 'primary', text: 'Yes' } })),
  ],
  [
    'numbers of tags that are texts',
    ['list-fields'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, unreadCountByTag: { Order: 'one' } })),
    ),
  ],
  [
    'a time in seconds until which something is snoozed',
    ['list-dates'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, snoozed: [{ id: 'n1', snoozedUntil: 1_795_000_000 }] })),
    ),
  ],
  [
    'further pages that do not say whose they are',
    ['paging'],
    onlyFor('/notifications', (request, next) =>
      request.url.includes('cursor=')
        ? editJson((page) => ({ ...page, customer: undefined }))(request, next)
        : next(request),
    ),
  ],
  [
    'a number of unseen ones with what is seen',
    ['unseen-count'],
    (request, next) => {
      const isNumbered = ['/notifications', '/count'].includes(pathOf(request));
      const edit = (body: Record<string, unknown>): object => ({ ...body, unseenCount: 3 });
      return (isNumbered ? editJson(edit) : editCounts(edit))(request, next);
    },
  ],
  [
    'a tag that is the same for every list',
    ['list-tag'],
    onlyFor('/notifications', async (request, next) => {
      const headers = { ETag: '"list"' };
      if (request.headers.get('If-None-Match') === headers.ETag)
        return new Response(null, { status: 304, headers });
      return setHeader('ETag', headers.ETag)(request, next);
    }),
  ],
  [
    'no more than 100 ids at once',
    ['many-ids'],
    onlyIf('/read', ({ ids }) => Array.isArray(ids) && ids.length > 100, respondWith(413)),
  ],
  ['events for everybody', ['protected'], onlyFor('/events', signIn)],
  ['changes by everybody', ['protected'], onlyFor('/dismissed', signIn)],
  ['groups for everybody', ['protected'], onlyFor('/preferences', signIn)],
  [
    'a stream that says too late whose it is',
    ['stream-customer'],
    onlyFor(
      '/events',
      editEvents((text) => text.replace(/^event: customer/, 'data: {"type":"reset"}\n\n$&')),
    ),
  ],
  [
    'events without a number',
    ['event-ids'],
    onlyFor(
      '/events',
      editEvents((text) => text.replaceAll(/^id: .*\n/gm, '')),
    ),
  ],
  [
    'events that have the same number',
    ['event-ids'],
    onlyFor(
      '/events',
      editEvents((text) => text.replaceAll(/^id: .*$/gm, 'id: 7')),
    ),
  ],
  [
    'a stream that always sends everything',
    ['replay-after'],
    onlyFor('/events', (request, next) =>
      next(new Request(request.url.replace(/lastEventId=\d+/, 'lastEventId=0'), request)),
    ),
  ],
  [
    'a heartbeat that says nothing',
    ['events'],
    onlyFor(
      '/events',
      editEvents((text) => text.replace('"}\n\n', '$&event: ping\ndata: {}\n\n')),
    ),
  ],
  [
    'a notification by its id that is another one',
    ['record'],
    onlyForRecords(editJson((body) => ({ ...body, record: { id: 'other' } }))),
  ],
  [
    'a notification by its id without its record',
    ['record'],
    onlyForRecords(editJson(({ record }) => record as object)),
  ],
  [
    'a notification by its id as it was delivered',
    ['record'],
    onlyForRecords(editJson((body) => ({ ...body, record: { ...(body.record as object), isRead: true } }))),
  ],
  [
    'a notification by its id of somebody else',
    ['record'],
    onlyForRecords(editJson((body) => ({ ...body, customer: 'other' }))),
  ],
  [
    'a crash on an unknown id',
    ['record-unknown'],
    onlyForRecords(async (request, next) => {
      const response = await next(request);
      return response.status === 404 ? new Response(null, { status: 500 }) : response;
    }),
  ],
  [
    'another number without a list',
    ['count'],
    onlyFor(
      '/count',
      editJson((counts) => ({ ...counts, unreadCount: 2 })),
    ),
  ],
  [
    'numbers without a list that are texts',
    ['count'],
    onlyFor(
      '/count',
      editJson((counts) => ({ ...counts, changesInMs: 'soon' })),
    ),
  ],
  [
    'another number in the stream of counts',
    ['count-stream'],
    editCounts((counts) => ({ ...counts, unreadCount: 2 })),
  ],
  ['a stream of counts that has only the first ones', ['count-event'], firstCountsOnly()],
  [
    'JSON as a page',
    ['content-type'],
    onlyFor('/count', setHeader('Content-Type', 'text/html; charset=utf-8')),
  ],
  ['counts that caches may keep', ['cache'], onlyFor('/count', setHeader('Cache-Control', 'max-age=60'))],
  [
    'a token for a page that is older than the sign-in',
    ['token-customer'],
    onlyFor('/token', withoutCustomer),
  ],
  [
    'groups in another style',
    ['preferences'],
    onlyFor(
      '/preferences',
      editGroups(({ name, ...group }) => ({ ...group, Name: name })),
    ),
  ],
  [
    'groups of somebody else',
    ['preferences'],
    onlyFor(
      '/preferences',
      editJson((body) => ({ ...body, customer: 'other' })),
    ),
  ],
  [
    'a required group that can be switched off',
    ['required-group'],
    onlyIf('/preferences', ({ groupId }) => groupId === 'orders', respondWith(204)),
  ],
  [
    'a choice of a page that is older than the sign-in',
    ['preferences-customer'],
    onlyIf(
      '/preferences',
      ({ groupId, customer }) => groupId === 'offers' && customer !== undefined,
      withoutCustomer,
    ),
  ],
  ['a stream without choices', ['preference-event'], withoutEvents('preference')],
];

/** What can only be found with an arrival. */
export const arrivalFaults: PlantedFault[] = [
  [
    'a list without what was seen',
    ['seen-stored'],
    editReferences((reference) => ({ ...reference, isSeen: false })),
  ],
  ['a stream without what was seen elsewhere', ['seen-event'], withoutEvents('seen')],
  ['“seen” of a page that is older than the sign-in', ['seen-customer'], onlyFor('/seen', withoutCustomer)],
  [
    '“seen” that covers only the ids',
    ['seen-until'],
    onlyFor(
      '/seen',
      editBody((body) => ({ ...body, until: undefined })),
    ),
  ],
  [
    'an answer without JSON',
    ['answer', 'answer-stored'],
    onlyFor(
      '/answer',
      ifStatus(200, () => new Response(null, { status: 200 })),
    ),
  ],
  [
    'an answer that says it is under way, and has a date',
    ['answer'],
    onlyFor(
      '/answer',
      ifStatus(200, (response) => new Response(response.body, { status: 202, headers: response.headers })),
    ),
  ],
  [
    'answers by unknown buttons',
    ['answer-button'],
    onlyIf('/answer', ({ onclickAction }) => onclickAction === 'nudge-check-unknown', respondWith(204)),
  ],
  [
    'answers to unknown notifications',
    ['answer-unknown'],
    onlyIf(
      '/answer',
      ({ id }) => id === 'nudge-check-unknown',
      ifStatus(404, () => new Response(null, { status: 204 })),
    ),
  ],
  [
    'an answer that replaces the first one',
    ['answer-stored'],
    onlyIf(
      '/answer',
      ({ action }) => action === 'tertiary',
      editJson((body) => ({ answer: { ...(body.answer as object), action: 'tertiary' } })),
    ),
  ],
  [
    'a list without answers',
    ['answer-stored'],
    editReferences((reference) => ({ ...reference, answer: undefined })),
  ],
  ['a stream without answers', ['answer-event'], withoutEvents('answer')],
  [
    'an answer of a page that is older than the sign-in',
    ['answer-customer'],
    onlyFor('/answer', withoutCustomer),
  ],
  [
    'the deletion of what is not dismissed',
    ['removed'],
    onlyFor(
      '/removed',
      ifStatus(409, async (response) => {
        const { error } = (await response.clone().json()) as { error: string };
        return error === 'not-dismissed' ? new Response(null, { status: 204 }) : response;
      }),
    ),
  ],
  ['a deletion that is not stored', ['removed-stored'], onlyFor('/removed', keepDismissed)],
  ['a stream without deletions', ['removed-event'], withoutEvents('remove')],
  [
    'a deletion by a page that is older than the sign-in',
    ['removed-customer'],
    onlyIf(
      '/removed',
      ({ customer }) => typeof customer === 'string' && customer.startsWith('nudge-check'),
      respondWith(204),
    ),
  ],
];

/** What may be left out, and the rules that have to say what the elements then do. */
export const optional: PlantedFault[] = [
  ['no notifications by their id', ['record'], onlyForRecords(respondWith(404))],
  ['no counts without a list', ['count'], onlyFor('/count', respondWith(404))],
  [
    'no stream of counts',
    ['count-stream'],
    (request, next) => next(new Request(request.url.replace('only=counts', ''), request)),
  ],
  [
    'no reset after a backup was restored',
    ['replay-reset'],
    (request, next) => next(new Request(request.url.replace(/lastEventId=\d{6,}/, ''), request)),
  ],
  [
    'a stream that may be transformed',
    ['stream-transform'],
    onlyFor('/events', setHeader('Cache-Control', 'no-store')),
  ],
  [
    'no snoozed ones of further pages',
    ['snoozed-listed'],
    onlyFor(
      '/notifications',
      editJson((page) => ({ ...page, snoozed: undefined })),
    ),
  ],
  ['refusals without a code', ['error-code'], ifStatus(400, () => new Response(null, { status: 400 }))],
];

import { isObject } from '../common/type-guards.js';
import { isAbsent, isSuccess } from './backend-client.js';
import { find, loadList, nameOf, type CheckContext } from './check-context.js';
import type { Reference } from './shapes.js';

/** Checks the token of the service, which is never printed. */
export async function checkToken({ client, report, customer }: CheckContext): Promise<void> {
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
  const { status, headers, text } = received;
  const problem =
    status !== 200
      ? `The status is ${status}: it must be 200, or 401 if nobody is signed in.`
      : /^\s*[<{"]|^Bearer /.test(text)
        ? 'The response must be the bare token: no JSON, no quotes, no HTML, no “Bearer”.'
        : headers.get('Cache-Control')?.includes('no-store') !== true
          ? 'Cache-Control must be no-store: a cache must not keep a token.'
          : undefined;
  report.add(
    'token',
    request,
    problem === undefined ? [] : [problem],
    'It is the bare token, which nobody stores.',
  );
}

/** Checks the preferences: a group is switched, and switched back. */
export async function checkPreferences({ client, report, customer }: CheckContext): Promise<void> {
  if (!client.has('preferences')) return;
  const request = 'GET /preferences';
  const load = async (): Promise<Record<string, unknown>[] | null> => {
    const { status, body } = await client.get('preferences');
    const groups: unknown = isObject(body) ? body.groups : undefined;
    return status === 200 && Array.isArray(groups) ? groups.filter(isObject) : null;
  };
  if (isAbsent(await client.get('preferences'))) {
    report.missing(
      'preferences',
      request,
      'There are no preferences, and none are offered. Browsers report a 404 in the console of every page: respond with { "groups": [] }.',
    );
    return;
  }
  const groups = await load();
  const isValid = groups?.every(({ id }) => typeof id === 'string' && id !== '') === true;
  report.add(
    'preferences',
    request,
    isValid ? [] : ['The response must be { "groups": […] }, each with an id.'],
    'The groups are listed.',
  );
  const group = isValid ? groups.find(({ isRequired }) => isRequired !== true) : undefined;
  if (!group) return;
  const wasOff = group.isGroupNotificationOff === true;
  const choose = (isGroupNotificationOff: boolean) =>
    client.post('preferences', { groupId: group.id, isGroupNotificationOff, customer });
  const { status } = await choose(!wasOff);
  const after = (await load())?.find(({ id }) => id === group.id);
  const isStored = after?.isGroupNotificationOff === !wasOff;
  const problem = `The status is ${status}, but the groups say what they said before.`;
  report.add('preference-stored', 'POST /preferences', isStored ? [] : [problem], 'A choice is stored.');
  await choose(wasOff);
}

/** Has the command cause an arrival, and checks that it comes through the stream and is on the list. */
export async function checkDelivery(context: CheckContext, deliver: () => Promise<unknown>): Promise<void> {
  const { report, stream, times } = context;
  const before = new Set((await loadList(context)).references.map(({ id }) => id));
  const start = stream?.messages.length ?? 0;
  await deliver();
  const findNew = async (): Promise<Reference | undefined> =>
    (await loadList(context)).references.find(({ id }) => !before.has(id));
  if (stream) {
    const isArrival = (): boolean => stream.eventsAfter(start).some(({ type }) => type === 'add');
    await stream.waitFor(isArrival, times.eventMs);
    report.add(
      'delivery-event',
      nameOf('events'),
      isArrival()
        ? []
        : [
            'The command has ended, but no event `add` came: a customer sees the notification only after a reload.',
          ],
      'An arrival comes through the stream.',
    );
  }
  const arrived = await findNew();
  report.add(
    'delivery-list',
    nameOf('list'),
    arrived
      ? arrived.isRead === true
        ? ['What has arrived is read.']
        : []
      : ['What has arrived is not on the list.'],
    'What has arrived is on the list, unread.',
  );
  if (arrived) await checkArrived(context, arrived);
}

/** Checks on what has arrived what cannot be taken back: that it was seen, its answer, and that it is deleted. */
async function checkArrived(context: CheckContext, { id }: Reference): Promise<void> {
  const { client, report, customer } = context;
  const seen = await client.post('seen', { ids: [id], customer });
  if (isAbsent(seen)) reportOffered(context, 'seen', 'What was seen is stored on the device.');
  else {
    const isSeen = find(await loadList(context), id)?.isSeen === true;
    report.add(
      'seen-stored',
      nameOf('seen'),
      isSeen ? [] : [`The status is ${seen.status}, but the list does not say \`isSeen\`.`],
      'What was seen is stored.',
    );
  }
  const press = { id, action: 'primary', onclickAction: null, text: 'Checked', customer };
  const answered = await client.post('answer', press);
  if (isAbsent(answered))
    reportOffered(context, 'answered', 'How a notification was answered is stored on the device.');
  else await checkAnswer(context, press);
  const removed = await client.post('removed', { ids: [id], customer });
  if (isAbsent(removed))
    report.missing(
      'removed',
      nameOf('removed'),
      'Nothing is deleted for good: leave the attribute `removable` out.',
    );
  else
    report.add(
      'removed',
      nameOf('removed'),
      removed.status === 409
        ? []
        : [
            `What is not dismissed was deleted (${removed.status}): respond with 409 and { "error": "not-dismissed" }.`,
          ],
      'What is not dismissed is not deleted.',
    );
  await client.post('dismissed', { ids: [id], isDismissed: true, customer });
  if (!isAbsent(removed)) await client.post('removed', { ids: [id], customer });
  report.note(
    'delivery',
    nameOf('list'),
    'What the command has delivered was dismissed, where the backend can.',
  );
}

async function checkAnswer({ client, report }: CheckContext, press: Record<string, unknown>): Promise<void> {
  // The first answer stays, whoever gives another one.
  const received = await client.post('answer', { ...press, action: 'secondary', text: 'Checked again' });
  const answer = isObject(received.body) && isObject(received.body.answer) ? received.body.answer : {};
  const isFirst = isSuccess(received) && answer.action === 'primary' && answer.text === 'Checked';
  report.add(
    'answer-stored',
    nameOf('answer'),
    isFirst
      ? []
      : [
          `A second answer must get the first one back: { "answer": { "action", "text", "date" } }; the status is ${received.status}.`,
        ],
    'The answer that was first stays.',
  );
}

function reportOffered({ report, saves }: CheckContext, name: 'seen' | 'answered', without: string): void {
  const request = nameOf(name === 'seen' ? 'seen' : 'answer');
  if (saves?.includes(name) ?? true)
    report.wrong(
      `${name}-offered`,
      request,
      `It is sent, and fails. Save it, or leave \`${name}\` out of \`saves\` of the list.`,
    );
  else report.missing(name, request, without);
}

import { isAbsent, isSuccess } from './backend-client.js';
import { checkAnswers } from './check-answers.js';
import { find, loadList, nameOf, reportOffered, type CheckContext } from './check-context.js';
import { checkSent, countMessages, namesId } from './check-events.js';
import { checkOwner, isRefusedAs } from './check-owner.js';
import type { Reference } from './shapes.js';

/** Has the command cause an arrival, and checks that it comes through the stream and is on the list. */
export async function checkDelivery(context: CheckContext, deliver: () => Promise<unknown>): Promise<void> {
  const { report, stream, times } = context;
  const before = new Set((await loadList(context)).references.map(({ id }) => id));
  const start = countMessages(context);
  await deliver();
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
  const arrived = (await loadList(context)).references.find(({ id }) => !before.has(id));
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
  if (!arrived) return;
  await checkSeen(context, arrived);
  await checkAnswers(context, arrived);
  await checkRemoval(context, arrived);
  report.note(
    'delivery',
    nameOf('list'),
    'What the command has delivered was dismissed and deleted, where the backend can.',
  );
}

/** Checks that the list and an event say that something was seen, which nobody can take back. */
async function checkSeen(context: CheckContext, { id }: Reference): Promise<void> {
  const { client, report, customer } = context;
  const request = nameOf('seen');
  const since = countMessages(context);
  const seen = await client.post('seen', { ids: [id], customer });
  if (isAbsent(seen)) {
    reportOffered(context, 'seen', 'What was seen is stored on the device.');
    return;
  }
  const isSeen = find(await loadList(context), id)?.isSeen === true;
  report.add(
    'seen-stored',
    request,
    isSeen ? [] : [`The status is ${seen.status}, but the list does not say \`isSeen\`.`],
    'What was seen is stored.',
  );
  if (isSeen)
    await checkSent(context, {
      rule: 'seen-event',
      since,
      isEvent: (event) => event.type === 'seen' && namesId(event, id),
      problem: 'No event `seen` says so: the badges of other open pages do not agree.',
    });
  await checkOwner(context, 'seen', { ids: [id] });
  if (isSeen) await checkSeenUntil(context);
}

/** Whoever opens the list has seen everything up to now, also on pages that are not loaded. Here it is the oldest that is unseen. */
async function checkSeenUntil(context: CheckContext): Promise<void> {
  const { client, report, customer } = context;
  const { references, isComplete } = await loadList(context);
  const oldest = references
    .filter(({ isSeen, createdDate }) => isSeen === false && typeof createdDate === 'string')
    .toSorted((one, other) => Date.parse(String(one.createdDate)) - Date.parse(String(other.createdDate)))[0];
  if (!oldest || !isComplete) return;
  const until = new Date(String(oldest.createdDate)).toISOString();
  const { status } = await client.post('seen', { ids: [], until, customer });
  const isSeen = find(await loadList(context), oldest.id)?.isSeen === true;
  report.add(
    'seen-until',
    `${nameOf('seen')} with until`,
    isSeen
      ? []
      : [
          `The status is ${status}, but what was created up to \`until\` is not seen: with further pages, the badge is back after a reload.`,
        ],
    'Everything up to a date is seen.',
  );
}

/** Checks that nothing is deleted for good but what was dismissed. */
async function checkRemoval(context: CheckContext, { id }: Reference): Promise<void> {
  const { client, report, customer } = context;
  const request = nameOf('removed');
  const early = await client.post('removed', { ids: [id], customer });
  await client.post('dismissed', { ids: [id], isDismissed: true, customer });
  if (isAbsent(early)) {
    report.missing('removed', request, 'Nothing is deleted for good: leave the attribute `removable` out.');
    return;
  }
  report.add(
    'removed',
    request,
    isRefusedAs(early, 'not-dismissed')
      ? []
      : [
          `What is not dismissed was deleted (${early.status}): respond with 409 and { "error": "not-dismissed" }.`,
        ],
    'What is not dismissed is not deleted.',
  );
  if (find(await loadList(context), id)?.isDismissed !== true) return;
  await checkOwner(context, 'removed', { ids: [id] });
  const since = countMessages(context);
  const removed = await client.post('removed', { ids: [id], customer });
  const isGone = find(await loadList(context), id) === undefined;
  report.add(
    'removed-stored',
    request,
    isSuccess(removed) && isGone
      ? []
      : [`What is dismissed was not deleted: the status is ${removed.status}, and must be 204.`],
    'What is dismissed is deleted.',
  );
  if (isGone)
    await checkSent(context, {
      rule: 'removed-event',
      since,
      isEvent: (event) => event.type === 'remove' && namesId(event, id),
      problem: 'No event `remove` says so: other open pages still show it.',
    });
}

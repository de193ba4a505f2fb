import { isObject } from '../common/type-guards.js';
import { isAbsent, type Received } from './backend-client.js';
import { loadList, nameOf, type CheckContext } from './check-context.js';
import type { Reference } from './shapes.js';

const request = nameOf('record');

/** Checks that one notification is there by its id, as a deep link needs it. */
export async function checkRecord(context: CheckContext): Promise<void> {
  const { client, report } = context;
  if (!client.has('record')) return;
  const { references } = await loadList(context);
  // One that the list has no record of may have none.
  const subject = references.find(({ record }) => isObject(record)) ?? references[0];
  if (!subject) {
    report.note('record', request, 'There is no notification to request.');
    return;
  }
  const received = await client.get('record', { id: subject.id });
  if (isAbsent(received)) {
    report.missing(
      'record',
      request,
      'There is no notification by its id: a page shows those of its list alone, and those of a service. A deep link to an older one shows nothing.',
    );
    return;
  }
  const problem = findProblem(received, subject, context.customer);
  report.add(
    'record',
    request,
    problem === undefined ? [] : [problem],
    'One notification is there by its id.',
  );
  const unknown = await client.get('record', { id: 'nudge-check/unknown' });
  report.add(
    'record-unknown',
    request,
    unknown.status === 404
      ? []
      : [
          `With an id that is not the customer's, the status is ${unknown.status}, and must be 404: the page then says that there is none.`,
        ],
    'There is none with an unknown id.',
  );
}

/** What is wrong with the response for a notification of the list; undefined if nothing is. */
function findProblem(
  { status, body }: Received,
  { id, isRead }: Reference,
  customer: string | undefined,
): string | undefined {
  if (status !== 200) return `The status is ${status}, and must be 200, or 404 if there is none.`;
  const { record, customer: owner } = isObject(body) ? body : {};
  if (!isObject(record)) return 'The response must be { "record": … } in JSON.';
  if (record.id !== id) return 'The `id` of the record must be that of the request.';
  if (typeof isRead === 'boolean' && typeof record.isRead === 'boolean' && record.isRead !== isRead)
    return `\`isRead\` of the record is ${record.isRead}, and that of the list ${isRead}.`;
  if (owner !== undefined && owner !== customer) return 'It names another `customer` than the list.';
  return undefined;
}

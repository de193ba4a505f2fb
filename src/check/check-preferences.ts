import { isObject } from '../common/type-guards.js';
import { isAbsent, isSuccess, type Received } from './backend-client.js';
import type { CheckContext } from './check-context.js';
import { checkSent, countMessages } from './check-events.js';
import { checkOwner } from './check-owner.js';
import { checkFields, groupRules } from './shapes.js';

const request = 'GET /preferences';

type Group = Record<string, unknown>;

/** Checks the preferences: a group is switched, and switched back. */
export async function checkPreferences(context: CheckContext): Promise<void> {
  const { client, report } = context;
  if (!client.has('preferences')) return;
  const received = await client.get('preferences');
  if (isAbsent(received)) {
    report.missing(
      'preferences',
      request,
      'There are no preferences, and none are offered. Browsers report a 404 in the console of every page: respond with { "groups": [] }.',
    );
    return;
  }
  const groups = parseGroups(received);
  const problems = groups
    ? findProblems(groups, received, context)
    : ['The response must be { "groups": […] }, each with an id.'];
  report.add('preferences', request, problems, 'The groups are listed.');
  const choosable = groups?.find(({ isRequired }) => isRequired !== true);
  const required = groups?.find(({ isRequired }) => isRequired === true);
  if (choosable) await checkChoice(context, choosable);
  if (required) await checkRequired(context, required);
}

/** The groups of a response; null if it has none, or one has no id. */
function parseGroups({ status, body }: Received): Group[] | null {
  const groups: unknown = isObject(body) ? body.groups : undefined;
  if (status !== 200 || !Array.isArray(groups)) return null;
  const valid = groups.filter(isObject).filter(({ id }) => typeof id === 'string' && id !== '');
  return valid.length === groups.length ? valid : null;
}

function findProblems(groups: readonly Group[], { body }: Received, { customer }: CheckContext): string[] {
  const owner = isObject(body) ? body.customer : undefined;
  return [
    ...groups.flatMap((group, index) =>
      checkFields(group, groupRules).map((problem) => `groups[${index}]: ${problem}`),
    ),
    ...(owner === undefined || owner === customer ? [] : ['They name another `customer` than the list.']),
  ];
}

const choose = ({ client, customer }: CheckContext, { id }: Group, isOff: boolean): Promise<Received> =>
  client.post('preferences', { groupId: id, isGroupNotificationOff: isOff, customer });

const isOff = (group: Group | undefined): boolean => group?.isGroupNotificationOff === true;

/** Whether the group with this id is off now. */
async function isNowOff({ client }: CheckContext, { id }: Group): Promise<boolean> {
  const groups = parseGroups(await client.get('preferences')) ?? [];
  return isOff(groups.find((group) => group.id === id));
}

async function checkChoice(context: CheckContext, group: Group): Promise<void> {
  const { report } = context;
  const wasOff = isOff(group);
  const since = countMessages(context);
  const { status } = await choose(context, group, !wasOff);
  const isStored = (await isNowOff(context, group)) !== wasOff;
  const problem = `The status is ${status}, but the groups say what they said before.`;
  report.add('preference-stored', 'POST /preferences', isStored ? [] : [problem], 'A choice is stored.');
  if (isStored)
    await checkSent(context, {
      rule: 'preference-event',
      since,
      isEvent: ({ type, groupId }) => type === 'preference' && groupId === group.id,
      problem: 'No event `preference` says what was chosen: other open pages do not agree.',
    });
  await checkOwner(context, 'preferences', {
    groupId: group.id,
    isGroupNotificationOff: isStored ? !wasOff : wasOff,
  });
  await choose(context, group, wasOff);
}

/** Nobody can switch off a group that is required, although the elements offer no such choice. */
async function checkRequired(context: CheckContext, group: Group): Promise<void> {
  const wasOff = isOff(group);
  const received = await choose(context, group, true);
  context.report.add(
    'required-group',
    'POST /preferences',
    received.status === 409
      ? []
      : [`To switch off a required group has the status ${received.status}, and must have 409.`],
    'A required group stays on.',
  );
  if (isSuccess(received) && !wasOff) await choose(context, group, false);
}

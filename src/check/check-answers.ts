import { isObject } from '../common/type-guards.js';
import { isAbsent, type Received } from './backend-client.js';
import { find, loadList, nameOf, reportOffered, type CheckContext } from './check-context.js';
import { checkSent, countMessages, namesId } from './check-events.js';
import { checkOwner } from './check-owner.js';
import { answerRule, type Reference } from './shapes.js';

const request = nameOf('answer');

type Fields = Record<string, unknown>;

/** A button that the backend handles itself: what a press on it sends. */
interface HandledButton extends Fields {
  action: string;
  onclickAction: string;
}

/** Checks the answer to an arrival, which nobody can take back. A button that the backend handles is pressed. */
export async function checkAnswers(context: CheckContext, arrived: Reference): Promise<void> {
  const { client, report, customer } = context;
  const { id } = arrived;
  const press = (changes: Fields): Promise<Received> =>
    client.post('answer', { id, action: 'primary', onclickAction: null, customer, ...changes });
  const unknownButton = await press({ onclickAction: 'nudge-check-unknown', label: 'Checked' });
  const since = countMessages(context);
  const button = await findHandledButton(context, arrived);
  let first = await press(button ?? { text: 'Checked' });
  if (isAbsent(first) && !button) {
    reportOffered(context, 'answered', 'How a notification was answered is stored on the device.');
    return;
  }
  if (first.status === 502) {
    report.note('answer', request, 'The backend has not done what the button is for: nothing is answered.');
    first = await press({ text: 'Checked' });
  }
  report.add('answer', request, findProblems(first, button), 'A press gets back what stands.');
  checkUnknown(context, 'answer-button', unknownButton, 'a button');
  const isPending = first.status === 202;
  if (isPending) await checkOutcome(context, id, since);
  // The first answer stays, whoever gives another one.
  const second = await press({ action: 'tertiary', text: 'Checked again' });
  await checkFirst(context, id, [first, second].map(answerOf), isPending);
  await checkSent(context, {
    rule: 'answer-event',
    since,
    isEvent: (event) => event.type === 'answer' && namesId(event, id),
    problem: 'No event `answer` says how it was answered: other open pages still show its buttons.',
  });
  const unknown = await press({ id: 'nudge-check-unknown', text: 'Checked' });
  checkUnknown(context, 'answer-unknown', unknown, 'a notification');
  await checkOwner(context, 'answer', { id, action: 'primary', onclickAction: null, text: 'Checked' });
}

/** The first button of an arrival that the list says the backend handles; undefined without one. */
async function findHandledButton(
  context: CheckContext,
  { record }: Reference,
): Promise<HandledButton | undefined> {
  const { answers } = (await loadList(context)).first.fields;
  const payload = isObject(record) && isObject(record.payload) ? record.payload : {};
  const buttons = isObject(payload.actionButtons) ? payload.actionButtons : {};
  for (const [action, button] of Object.entries(buttons)) {
    const { onclickAction, name } = isObject(button) ? button : {};
    if (typeof onclickAction === 'string' && Array.isArray(answers) && answers.includes(onclickAction))
      return { action, onclickAction, label: name };
  }
  return undefined;
}

const answerOf = ({ body }: Received): Fields => (isObject(body) && isObject(body.answer) ? body.answer : {});

function findProblems(received: Received, button: HandledButton | undefined): string[] {
  const { status } = received;
  const answer = answerOf(received);
  if (status !== 200 && status !== 202)
    return [
      button && status === 404
        ? `\`answers\` of the list names “${button.onclickAction}”, but a press has the status 404.`
        : `The status is ${status}, and must be 200, 202 while something is still done, or 502 if it was not done.`,
    ];
  const problem = answerRule(answer);
  if (problem !== undefined) return [`answer ${problem}.`];
  const isGiven = 'date' in answer;
  return isGiven === (status === 200)
    ? []
    : [`With the status ${status}, the answer must have ${status === 200 ? 'a date' : 'until'}.`];
}

function checkUnknown(
  { report }: CheckContext,
  rule: 'answer-button' | 'answer-unknown',
  { status }: Received,
  what: string,
): void {
  report.add(
    rule,
    request,
    status === 404
      ? []
      : [`A press on ${what} that you do not know has the status ${status}, and must have 404.`],
    `A press on ${what} that is unknown is refused.`,
  );
}

/** Something is still done for a press: an event says what came of it. */
async function checkOutcome(
  { report, stream, times }: CheckContext,
  id: string,
  since: number,
): Promise<void> {
  if (!stream) return;
  const hasOutcome = (): boolean =>
    stream
      .eventsAfter(since)
      .some(
        (event) =>
          event.type === 'answer' &&
          namesId(event, id) &&
          (event.answer === null || (isObject(event.answer) && 'date' in event.answer)),
      );
  await stream.waitFor(hasOutcome, times.answerMs);
  report.add(
    'answer-outcome',
    nameOf('events'),
    hasOutcome()
      ? []
      : [
          `After 202, no event \`answer\` has said within ${times.answerMs / 1000} s what came of it: the page shows that it is under way.`,
        ],
    'An event says what came of a press.',
  );
}

/** Checks that the list has the answer, and that a second one gets it back. */
async function checkFirst(
  context: CheckContext,
  id: string,
  [first = {}, second = {}]: readonly Fields[],
  isPending: boolean,
): Promise<void> {
  const listed = find(await loadList(context), id)?.answer;
  const isListed = isObject(listed) && listed.action === second.action && listed.text === second.text;
  const isFirst = second.action === first.action && (isPending || second.text === first.text);
  context.report.add(
    'answer-stored',
    request,
    [
      ...(isFirst ? [] : ['A second answer must get the first one back, which stays.']),
      ...(isListed ? [] : ['The list does not say `answer`: after a reload, the buttons are back.']),
    ],
    'The answer that was first stays, and the list has it.',
  );
}

import { ApiError, NudgeError } from '../../../api/errors.js';
import { parseTime } from '../../../common/dates.js';
import { maxTimerMs, waitAtMost } from '../../../common/time.js';
import type { BindAct } from '../../acts/act.js';
import {
  formatAnswer,
  isGiven,
  isInterrupted,
  isOpen,
  toAnswerText,
  type Answer,
} from '../state/marks/answers.js';
import type { Mark } from '../state/marks/claims.js';
import { marks } from '../state/marks/marks.js';
import type { AnswerAction, NotificationAnswer, PendingAnswer } from '../state/notification-item.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-change.js';

/** How the customer answers a notification. */
export interface AnswerInput {
  /** Which of its buttons they have pressed. */
  action: AnswerAction;
  /**
   * What came of it, as the customer sees it, or a promise of that, while which it is under way: at most 200 characters. Anything but a
   * text stands for the text of the button. If the promise rejects, nothing is answered. Undefined if the host does what the button
   * is for.
   */
  outcome?: unknown;
}

/** Who waits for what comes of a press. */
interface Waiting {
  readonly id: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  value instanceof Object && 'then' in value && typeof value.then === 'function';

const customerGone = (): DOMException => new DOMException('The customer has gone.', 'AbortError');

const interrupted = (): NudgeError =>
  new NudgeError('An answer was interrupted: only its button can be pressed again.');

/** Answers notifications for the customer: each once. */
export class Answering {
  readonly name = 'answering';
  readonly on = ['markSaved', 'markFailed', 'markedByHost', 'cleared'] as const;
  readonly #container: NotificationStateContainer;
  readonly #bindAct: BindAct;
  /** Marks as read what is answered, where the host does not do so itself. */
  readonly #markRead: (id: string) => void;
  readonly #waiting = new Map<Mark, Waiting>();

  constructor(container: NotificationStateContainer, bindAct: BindAct, markRead: (id: string) => void) {
    this.#container = container;
    this.#bindAct = bindAct;
    this.#markRead = markRead;
  }

  handleUpdate({ change }: NotificationUpdate<Answering['on'][number]>): void {
    if (change.type === 'markSaved') this.#waiting.get(change.mark)?.resolve();
    else if (change.type === 'markFailed') this.#waiting.get(change.mark)?.reject(change.error);
    else if (change.type === 'cleared')
      for (const { reject } of this.#waiting.values()) reject(customerGone());
    else if (change.flag === 'answered') this.#resolveGiven(change.ids);
  }

  /**
   * Answers a notification, unless that has been done, or is under way.
   *
   * @returns the answer that was given first
   */
  async give(id: string, { action, outcome }: AnswerInput): Promise<NotificationAnswer> {
    // Where the press does not count, nobody waits for it.
    if (outcome instanceof Promise) outcome.catch(() => undefined);
    const before = this.#answerOf(id);
    if (isInterrupted(before, Date.now()) && before.action !== action) throw interrupted();
    if (!isOpen(before, action, Date.now())) return this.#whenGiven(id);
    // Bound to who has pressed, however long the outcome takes.
    const act = this.#bindAct();
    const settled = isPromise(outcome) ? await this.#waitFor(id, action, outcome) : outcome;
    const { name: label = null, onclickAction = null } =
      this.#container.state.list.get(id).record?.payload.actionButtons[action] ?? {};
    const { isSavedByHost } = this.#container.state.flags.answered;
    if (outcome === undefined && !isSavedByHost)
      throw new NudgeError('Without setAnswer of the source, an answer needs an outcome.');
    const at = Date.now();
    const value = formatAnswer(
      outcome === undefined
        ? { action, until: new Date(at + marks.answered.policy.timeoutMs).toISOString() }
        : {
            action,
            text: toAnswerText(settled) ?? toAnswerText(label) ?? action,
            date: new Date(at).toISOString(),
          },
    );
    const mark = {
      flag: 'answered',
      claims: new Map([[id, { value, at }]]),
      value,
      button: { onclickAction, label },
      act,
    } as const;
    if (isSavedByHost) await this.#save(mark, id);
    else {
      this.#mark(mark, id);
      this.#markRead(id);
    }
    return this.#whenGiven(id);
  }

  /** Waits while an answer is under way. */
  async #whenGiven(id: string): Promise<NotificationAnswer> {
    const { visit, list } = this.#container.state;
    const wasListed = list.isListed(id);
    for (;;) {
      const answer = this.#answerOf(id);
      if (this.#container.state.visit !== visit) throw customerGone();
      if (wasListed && (!list.isListed(id) || list.hidden.isExpired(id)))
        throw new ApiError('The notification is gone.', null, { status: 404 });
      if (isGiven(answer)) return this.#withRead(id, answer);
      if (!answer) throw new NudgeError('What the button is for could not be done.');
      if (isInterrupted(answer, Date.now())) throw interrupted();
      await this.#whenChanged(id, answer);
    }
  }

  /** Resolves when somebody says otherwise, when the notification goes, or once the answer is interrupted. */
  async #whenChanged(id: string, { until }: PendingAnswer): Promise<void> {
    const { visit, list } = this.#container.state;
    const before = list.get(id).answer;
    const changed = this.#container.waitFor(() => {
      const isSame = this.#container.state.visit === visit && this.#answerOf(id) === before;
      return isSame && !list.hidden.isExpired(id) ? null : true;
    });
    const waitMs = Math.min(parseTime(until ?? '') - Date.now(), maxTimerMs);
    await (until === null ? changed : waitAtMost(waitMs, changed));
  }

  /** The host has marked it as read, too. */
  #withRead(id: string, answer: NotificationAnswer): NotificationAnswer {
    if (this.#container.state.flags.answered.isSavedByHost)
      this.#container.apply({ type: 'markedByHost', flag: 'read', ids: [id], value: true });
    return answer;
  }

  /** Waits for what the page does, while which no other button can be pressed. */
  async #waitFor(id: string, action: AnswerAction, outcome: PromiseLike<unknown>): Promise<unknown> {
    const { visit } = this.#container.state;
    this.#container.apply({ type: 'answering', id, action });
    const [settled] = await Promise.allSettled([outcome]);
    if (this.#container.state.visit !== visit) throw customerGone();
    if (settled.status === 'fulfilled') return settled.value;
    this.#container.apply({ type: 'answering', id, action: null });
    throw settled.reason;
  }

  async #save(mark: Mark, id: string): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.set(mark, { id, resolve, reject });
        this.#mark(mark, id);
      });
    } finally {
      this.#waiting.delete(mark);
    }
  }

  /** What the page did is under way until it is marked. */
  #mark(mark: Mark, id: string): void {
    this.#container.apply({ type: 'marked', mark });
    this.#container.apply({ type: 'answering', id, action: null });
  }

  /** What was given elsewhere may have come before this press was sent. */
  #resolveGiven(ids: readonly string[]): void {
    for (const { id, resolve } of this.#waiting.values())
      if (ids.includes(id) && isGiven(this.#answerOf(id))) resolve();
  }

  #answerOf(id: string): Answer | null {
    return this.#container.state.list.get(id).answer;
  }
}

import { NudgeError } from '../../../api/errors.js';
import type { BindAct } from '../../acts/act.js';
import { formatAnswer, isGiven, isOpen, toAnswerText, type Answer } from '../state/answers.js';
import type { Mark } from '../state/claims.js';
import { marks } from '../state/marks.js';
import type { AnswerAction } from '../state/notification-item.js';
import type { NotificationStateContainer, NotificationUpdate } from '../state/notification-state.js';

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

/** Answers notifications for the customer: each once. */
export class Answering {
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

  handleUpdate({ change }: NotificationUpdate): void {
    if (change.type === 'markSaved') this.#waiting.get(change.mark)?.resolve();
    else if (change.type === 'markFailed') this.#waiting.get(change.mark)?.reject(change.error);
    else if (change.type === 'markedByHost' && change.flag === 'answered') this.#resolveGiven(change.ids);
    else if (change.type === 'cleared')
      for (const { reject } of this.#waiting.values())
        reject(new DOMException('The customer has gone.', 'AbortError'));
  }

  /**
   * Answers a notification, unless that has been done, or is under way.
   *
   * @returns what stands then
   */
  async give(id: string, { action, outcome }: AnswerInput): Promise<Answer> {
    const before = this.#answerOf(id);
    if (before && !isOpen(before, action, Date.now())) return before;
    // Bound to who has pressed, however long the outcome takes.
    const act = this.#bindAct();
    const settled = isPromise(outcome) ? await this.#waitFor(id, action, outcome) : outcome;
    const given = this.#answerOf(id);
    if (isGiven(given)) return given;
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
      this.#container.apply({ type: 'marked', mark });
      this.#markRead(id);
    }
    const answer = this.#answerOf(id);
    if (!answer) throw new NudgeError('What the button is for could not be done.');
    return answer;
  }

  /** Waits for what the page does, while which no other button can be pressed. */
  async #waitFor(id: string, action: AnswerAction, outcome: PromiseLike<unknown>): Promise<unknown> {
    const { visit } = this.#container.state;
    this.#container.apply({ type: 'answering', id, action });
    const [settled] = await Promise.allSettled([outcome]);
    if (this.#container.state.visit !== visit) throw new DOMException('The customer has gone.', 'AbortError');
    this.#container.apply({ type: 'answering', id, action: null });
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  async #save(mark: Mark, id: string): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.set(mark, { id, resolve, reject });
        this.#container.apply({ type: 'marked', mark });
      });
    } finally {
      this.#waiting.delete(mark);
    }
    // The host has marked it as read, too.
    if (isGiven(this.#answerOf(id)))
      this.#container.apply({ type: 'markedByHost', flag: 'read', ids: [id], value: true });
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

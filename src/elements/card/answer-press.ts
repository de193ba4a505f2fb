import type { LitElement, ReactiveController } from 'lit';
import { ApiError, isGone, SignedOutError } from '../../api/errors.js';
import { isOffline } from '../../common/page-observer.js';
import { format, type Messages } from '../../localization/messages.js';
import type { NotificationStore } from '../../session/notifications/notification-store.js';
import { toAnswerText, type Answer } from '../../session/notifications/state/marks/answers.js';
import { findActive } from '../base/platform.js';
import type { AnswerAction } from '../../session/notifications/state/notification-item.js';

/** What a card needs of a session to answer its notification. */
export type AnswerStore = Pick<NotificationStore, 'answer' | 'isHostAction'>;

/** A press on a button of this card, by which its notification is answered. */
interface Press {
  readonly action: AnswerAction;
  /** What has come of it, for assistive technology. */
  readonly said: string;
  /** Whether everybody is to read that: it is not what was pressed. */
  readonly isSaidToAll: boolean;
  /** Why it is not answered. */
  readonly failure: string | null;
}

/** Answers the notification of a card, says what has come of it, and keeps the focus in the card once the buttons are gone. */
export class AnswerPress implements ReactiveController {
  readonly #host: LitElement;
  /** By notification, since a card may get another one meanwhile. */
  readonly #presses = new Map<string, Press>();
  /** Of a card without a session. */
  readonly #ownAnswers = new Map<string, Answer>();
  #hadFocus = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = this.#findFocused()?.matches('.actions *') === true;
  }

  /** The buttons may have gone with the focus. */
  hostUpdated(): void {
    if (!this.#hadFocus || this.#findFocused()) return;
    const card =
      this.#host.closest<HTMLElement>('[role=article]') ??
      this.#host.renderRoot.querySelector<HTMLElement>('[tabindex="-1"], .card');
    if (card && !card.hasAttribute('tabindex')) card.tabIndex = -1;
    card?.focus({ preventScroll: true });
  }

  #findFocused(): Element | null {
    const { shadowRoot } = this.#host;
    return shadowRoot && findActive(shadowRoot);
  }

  /** How the notification is answered: in the session or, without one, in this card. */
  answerOf(id: string, answer: Answer | null): Answer | null {
    return answer ?? this.#ownAnswers.get(id) ?? null;
  }

  /** What was pressed here last, and what has come of it. */
  pressOf(id: string): Press | undefined {
    return this.#presses.get(id);
  }

  /** Forgets what came of an earlier press. */
  clear(id: string): void {
    if (this.#presses.delete(id)) this.#host.requestUpdate();
  }

  /**
   * Answers the notification.
   *
   * @param outcome what the page does for it; undefined if the host does it
   */
  async answer(
    { id, action, label }: { id: string; action: AnswerAction; label: string },
    outcome: Promise<unknown> | undefined,
    { store, messages }: { store: AnswerStore | null; messages: Messages },
  ): Promise<void> {
    const note = (press: Partial<Press>): void => {
      this.#presses.set(id, { action, said: '', isSaidToAll: false, failure: null, ...press });
      this.#host.requestUpdate();
    };
    note({});
    try {
      const given = store
        ? await store.answer(id, { action, outcome })
        : await this.#answerHere(id, action, label, outcome);
      const isOther = given.action !== action;
      const said = isOther ? format(messages.answeredElsewhere, { text: given.text }) : given.text;
      note({ said, isSaidToAll: isOther });
    } catch (error) {
      // Whoever has pressed has gone.
      if (error instanceof DOMException && error.name === 'AbortError') this.clear(id);
      else note({ failure: describeFailure(error, messages) });
    }
  }

  async #answerHere(
    id: string,
    action: AnswerAction,
    label: string,
    outcome: Promise<unknown> | undefined,
  ): Promise<{ action: AnswerAction; text: string; date: string }> {
    this.#ownAnswers.set(id, { action, until: null });
    try {
      const text = toAnswerText(await outcome) ?? label;
      const given = { action, text, date: new Date().toISOString() };
      this.#ownAnswers.set(id, given);
      return given;
    } catch (error) {
      this.#ownAnswers.delete(id);
      throw error;
    }
  }
}

function describeFailure(error: unknown, messages: Messages): string {
  if (error instanceof SignedOutError) return messages.signedOutChoice;
  if (isGone(error)) return messages.missing;
  // A response has come through a network.
  return isOffline() && !(error instanceof ApiError) ? messages.notAnswered : messages.actionFailed;
}

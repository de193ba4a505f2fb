import type { AnswerValue, StoredMark } from '../../../stored-change.js';
import { FlagStates, type Claim, type Mark } from './claims.js';
import { isFirst, isGiven, parseAnswer, type Answer } from './answers.js';
import type { AnswerAction, PendingAnswer } from '../notification-item.js';

const isGivenValue = (value: AnswerValue | null | undefined): boolean => isGiven(parseAnswer(value));

/**
 * What each side says of how notifications were answered. Unlike that of other marks, what is given first stays: only the host
 * can take it back.
 */
export class AnswerStates extends FlagStates<AnswerValue> {
  /** By which button each is being answered in this page, which does itself what the button is for. */
  readonly #underWay = new Map<string, PendingAnswer>();

  /** By which button each was answered in this page, as far as the host has not taken that back. */
  readonly #pressed = new Map<string, AnswerAction>();

  /** By which button a notification was answered in this page, whoever was first. */
  pressedAction(id: string): AnswerAction | undefined {
    return this.#pressed.get(id);
  }

  override mark(id: string, claim: Claim<AnswerValue> | undefined, mark: Mark): void {
    super.mark(id, claim, mark);
    const answer = parseAnswer(claim?.value);
    if (answer) this.#pressed.set(id, answer.action);
  }

  /** How a notification is answered; null while it is not. */
  answerOf(id: string): Answer | null {
    if (this.#underWay.size === 0 && !this.has(id)) return null;
    const answer = parseAnswer(this.resolve(id));
    // Until the host has it, another one may be first.
    if (isGiven(answer) && this.stagesOf(id)) return { action: answer.action, until: null };
    return isGiven(answer) ? answer : (this.#underWay.get(id) ?? answer);
  }

  /** Notes that this page does what a button is for; null once that is over. */
  setUnderWay(id: string, action: AnswerAction | null): void {
    if (action === null) this.#underWay.delete(id);
    else this.#underWay.set(id, { action, until: null });
  }

  /** Drops what this page does. Returns for which notifications. */
  clearUnderWay(): string[] {
    const ids = [...this.#underWay.keys()];
    this.#underWay.clear();
    return ids;
  }

  /** What stands then, the host says itself: {@link applyHostChange}. */
  override applySaved(id: string, claim: Claim<AnswerValue> | undefined, _: AnswerValue, now: number): void {
    const claims = this.claimsOf(id);
    claims.lastSaved = claim;
    claims.savedAt ??= now;
    this.applyStage(id, { type: 'saved' });
    // Until when it is under way, the host knows.
    if (!isGivenValue(claims.customer?.value)) this.setCustomerClaim(id, undefined);
  }

  override applyHostChange(id: string, value: AnswerValue, at: number): void {
    const claims = this.claimsOf(id);
    if (value !== false && !isGivenValue(value)) {
      // It is late.
      if (isGivenValue(claims.host?.value)) return;
      if (claims.stages) {
        claims.host = { value, at };
        // What is not sent yet still is: its response says which one was first.
        if (!claims.stages.sending || this.#isOwnPress(id, value)) return;
        this.#pressed.delete(id);
        this.setCustomerClaim(id, undefined);
        return;
      }
    }
    if (value === false) this.#pressed.delete(id);
    super.applyHostChange(id, value, at);
    if (this.isSavedByHost && isGivenValue(value)) this.#setStanding(id, value, at);
  }

  /** What a list says that was given stands, whatever this device has of it; that it is under way, until when the list says. */
  override applyHostState(id: string, value: AnswerValue, at: number, now = at, delayMs?: number): void {
    super.applyHostState(id, value, at, now, delayMs);
    const { customer, host, stages } = this.peek(id);
    const isNamed = this.isSavedByHost && value !== false && host?.value === value;
    if (!isNamed || stages || !customer || customer.value === value) return;
    if (isGivenValue(value)) this.#setStanding(id, value, at);
    else if (!isGivenValue(customer.value)) this.setCustomerClaim(id, undefined);
  }

  /** Whether it may be by the press of this page that the host does what a button is for. */
  #isOwnPress(id: string, value: AnswerValue): boolean {
    const own = parseAnswer(this.peek(id).customer?.value);
    return own !== null && !isGiven(own) && own.action === parseAnswer(value)?.action;
  }

  /** For a while, a list may lack it: that opens nothing again. */
  #setStanding(id: string, value: AnswerValue, at: number): void {
    this.setCustomerClaim(id, { value, at });
    this.claimsOf(id).savedAt = at;
  }

  /** Where the host does not say which one was first, the time does. */
  override applyOtherTab(mark: StoredMark<AnswerValue>, now: number): void {
    const { customer, device } = this.peek(mark.id);
    const own = [customer, device].find((claim) => isGivenValue(claim?.value));
    if (this.isSavedByHost || !own || !isGivenValue(mark.value)) super.applyOtherTab(mark, now);
    else if (isFirst(mark, own)) this.setCustomerClaim(mark.id, mark);
  }

  override rollBack(id: string, now: number): ReturnType<FlagStates<AnswerValue>['rollBack']> {
    const claims = this.claimsOf(id);
    this.#pressed.delete(id);
    // That it is under way was about this press.
    if (!isGivenValue(claims.host?.value)) claims.host = undefined;
    return super.rollBack(id, now);
  }

  override clear(): void {
    super.clear();
    this.#underWay.clear();
    this.#pressed.clear();
  }
}

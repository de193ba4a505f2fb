/** What each customer chose for each notification group. */
export class PreferenceTable {
  readonly #choices = new Map<string, Map<string, boolean>>();

  save(uniqueCustomerId: string, groupId: string, isGroupNotificationOff: boolean): void {
    const choices = this.#choices.get(uniqueCustomerId) ?? new Map<string, boolean>();
    this.#choices.set(uniqueCustomerId, choices.set(groupId, isGroupNotificationOff));
  }

  find(uniqueCustomerId: string, groupId: string): boolean | undefined {
    return this.#choices.get(uniqueCustomerId)?.get(groupId);
  }
}

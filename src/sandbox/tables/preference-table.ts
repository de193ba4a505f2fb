/** The preference of each customer for each notification group. */
export class PreferenceTable {
  readonly #preferences = new Map<string, Map<string, boolean>>();

  save(uniqueCustomerId: string, groupId: string, isGroupNotificationOff: boolean): void {
    const preferences = this.#preferences.get(uniqueCustomerId) ?? new Map<string, boolean>();
    this.#preferences.set(uniqueCustomerId, preferences.set(groupId, isGroupNotificationOff));
  }

  find(uniqueCustomerId: string, groupId: string): boolean | undefined {
    return this.#preferences.get(uniqueCustomerId)?.get(groupId);
  }
}

/**
 * Block lists in both directions: a match reads the rows that block the seeker, an update the row's previous
 * blocks.
 */
export class BlockLists {
  readonly #blockedBy = new Map<number, readonly string[]>();
  readonly #blockersOf = new Map<string, Set<number>>();

  get bytes(): number {
    let entries = 0;
    for (const ids of this.#blockedBy.values()) entries += ids.length;
    return 120 * entries;
  }

  /** The user ids that each row blocks. */
  entries(): readonly (readonly [row: number, userIds: readonly string[]])[] {
    return [...this.#blockedBy];
  }

  put(row: number, userIds: readonly string[]): void {
    for (const userId of this.#blockedBy.get(row) ?? []) this.#remove(row, userId);
    this.#blockedBy.delete(row);
    if (userIds.length === 0) return;
    this.#blockedBy.set(row, userIds);
    for (const userId of userIds) {
      const blockers = this.#blockersOf.get(userId);
      if (blockers === undefined) this.#blockersOf.set(userId, new Set([row]));
      else blockers.add(row);
    }
  }

  blockersOf(userId: string): readonly number[] {
    return [...(this.#blockersOf.get(userId) ?? [])].sort((a, b) => a - b);
  }

  #remove(row: number, userId: string): void {
    const blockers = this.#blockersOf.get(userId);
    blockers?.delete(row);
    if (blockers?.size === 0) this.#blockersOf.delete(userId);
  }
}

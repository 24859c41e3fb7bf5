/** Rows that were not imported, by their number in the file, with the reason. */

/** Beyond it rejects are counted and not listed. */
export const MOST_LISTED = 100_000;

export class Rejects {
  readonly #reasons = new Map<number, string>();
  #beyond = 0;
  #lastBeyond = 0;

  get count(): number {
    return this.#reasons.size + this.#beyond;
  }

  /** A row is counted once: a file that is read again meets the same rejects, in the same order. */
  add(row: number, reason: string): void {
    if (this.#reasons.has(row)) return;
    if (this.#reasons.size < MOST_LISTED) {
      this.#reasons.set(row, reason);
    } else if (row > this.#lastBeyond) {
      this.#beyond += 1;
      this.#lastBeyond = row;
    }
  }

  reasonOf(row: number): string | undefined {
    return this.#reasons.get(row);
  }

  /** In the order of the file. */
  first(most: number): readonly { readonly row: number; readonly reason: string }[] {
    return [...this.#reasons.entries()]
      .sort(([one], [other]) => one - other)
      .slice(0, most)
      .map(([row, reason]) => ({ row, reason }));
  }
}

/** Rows that were not imported, with the reason. */

/** Beyond it rejects are counted and not listed. */
export const MOST_LISTED = 100_000;

/** A row of the file. Several rows of JSON may stand in one line. */
export interface RowAt {
  /** From 1. */
  readonly row: number;
  /** Where it begins; without lines, its number. */
  readonly line: number;
}

interface Reject extends RowAt {
  readonly reason: string;
}

export function placeOf({ row, line = row }: { readonly row: number; readonly line?: number }): RowAt {
  return { row, line };
}

export class Rejects {
  readonly #rejects = new Map<number, Reject>();
  #beyond = 0;
  #lastBeyond = 0;

  get count(): number {
    return this.#rejects.size + this.#beyond;
  }

  /** A row is counted once: a file that is read again meets the same rejects, in the same order. */
  add({ row, line }: RowAt, reason: string): void {
    if (this.#rejects.has(row)) return;
    if (this.#rejects.size < MOST_LISTED) {
      this.#rejects.set(row, { row, line, reason });
    } else if (row > this.#lastBeyond) {
      this.#beyond += 1;
      this.#lastBeyond = row;
    }
  }

  /** `row`: its number. */
  reasonOf(row: number): string | undefined {
    return this.#rejects.get(row)?.reason;
  }

  /** In the order of the file. */
  first(most: number): readonly Reject[] {
    return [...this.#rejects.values()].sort((one, other) => one.row - other.row).slice(0, most);
  }
}

/** The rejected rows of an import, counted by column, with the first of each. */
import type { RejectedRow } from '../../../platform/intake/people-rows.ts';

export interface RejectSummary {
  /** null: about whole rows, or about several columns. */
  readonly column: string | null;
  readonly rows: number;
  readonly first: Omit<RejectedRow, 'values'>;
}

export class RejectCounts {
  readonly #byColumn = new Map<string | null, RejectSummary>();

  add(rejects: readonly RejectedRow[]): void {
    for (const { values: _, ...reject } of rejects) {
      const { column = null } = reject;
      const known = this.#byColumn.get(column);
      this.#byColumn.set(column, { column, rows: (known?.rows ?? 0) + 1, first: known?.first ?? reject });
    }
  }

  /** The most frequent first. */
  summary(): readonly RejectSummary[] {
    return [...this.#byColumn.values()].sort((a, b) => b.rows - a.rows);
  }
}

/** The warnings of an import, counted by code and field, with the first of each. */
import type { RowWarning } from './store-batch.ts';

export interface WarningSummary {
  readonly code: RowWarning['code'];
  /** null: about whole rows. */
  readonly field: string | null;
  readonly rows: number;
  readonly first: Pick<RowWarning, 'row' | 'value' | 'message'>;
}

export class WarningCounts {
  readonly #byKind = new Map<string, WarningSummary>();

  add(warnings: readonly RowWarning[]): void {
    for (const { code, field = null, row, value, message } of warnings) {
      const kind = JSON.stringify([code, field]);
      const known = this.#byKind.get(kind);
      const first = { row, message, ...(value !== undefined && { value }) };
      this.#byKind.set(kind, { code, field, rows: (known?.rows ?? 0) + 1, first: known?.first ?? first });
    }
  }

  /** The most frequent first. */
  summary(): readonly WarningSummary[] {
    return [...this.#byKind.values()].sort((a, b) => b.rows - a.rows);
  }
}

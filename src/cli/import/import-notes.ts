/** What an import notes beside its counts of rows. */
import type { MappingWarning } from '../../intake/mapping/mapping.ts';

export class ImportNotes {
  /** Rows whose id an earlier row of the file has. */
  repeated = 0;
  readonly #warnings = new Map<string, MappingWarning & { rows: number }>();

  warn(warning: MappingWarning): void {
    const key = JSON.stringify([warning.code, warning.field]);
    const known = this.#warnings.get(key);
    if (known === undefined) this.#warnings.set(key, { ...warning, rows: 1 });
    else known.rows++;
  }

  /** By code and field, with the number of their rows. */
  get warnings(): readonly (MappingWarning & { readonly rows: number })[] {
    return [...this.#warnings.values()];
  }
}

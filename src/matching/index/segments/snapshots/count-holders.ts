/** How many rows of a copied segment hold each code of the index's dictionaries. */
import { hasIds } from '../../codes/preference-kinds.ts';
import type { SegmentRows } from '../rows/segment-rows.ts';

/**
 * Codes that are newer than the snapshot are not in its dictionaries and will be assigned to other values.
 * Rows with such codes are rewritten when the index catches up; until then they do not count as holders.
 */
export function countHolders(
  rows: SegmentRows,
  count: number,
  codeLimits: readonly number[],
): readonly Uint32Array[] {
  const holders = codeLimits.map((limit) => new Uint32Array(limit));
  const countAll = (codes: Uint8Array | Uint16Array | Uint32Array, counts: Uint32Array) => {
    for (let row = 0; row < count; row++) {
      const code = codes[row]!;
      if (code >= counts.length) codes[row] = 0;
      else if (rows.isLive(row)) counts[code]! += 1;
    }
  };
  rows.fields.forEach((view, field) => {
    if (view.kind === 'code' && codeLimits[field]! > 0) countAll(view.codes, holders[field]!);
  });
  rows.preferences.forEach((ids, kind) => {
    if (ids !== null && hasIds(kind)) countAll(ids, holders[rows.fields.length + kind]!);
  });
  return holders;
}

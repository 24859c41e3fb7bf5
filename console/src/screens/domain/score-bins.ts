/** The scores of all days together, in equal parts of 0 to 1. */
export function scoreBins(
  days: readonly { readonly scores: readonly number[] }[],
): readonly { readonly from: number; readonly to: number; readonly count: number }[] {
  const parts = Math.max(0, ...days.map(({ scores }) => scores.length));
  return Array.from({ length: parts }, (_, part) => ({
    from: part / parts,
    to: (part + 1) / parts,
    count: days.reduce((sum, { scores }) => sum + (scores[part] ?? 0), 0),
  }));
}

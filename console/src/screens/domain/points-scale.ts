interface PointRange {
  readonly least: number;
  readonly most: number;
}

/** From points to percent of the width. Zero is inside, and the widest bar reaches the edge. */
export function pointsScale(terms: readonly PointRange[]): (points: number) => number {
  const low = Math.min(0, ...terms.map(({ least }) => least));
  const high = Math.max(0, ...terms.map(({ most }) => most));
  const width = high - low || 1;
  return (points) => ((points - low) / width) * 100;
}

/** «+0.7», «−0.35», «0». */
export function signedPoints(points: number): string {
  const shown = Math.abs(points).toLocaleString('en', { maximumFractionDigits: 2 });
  if (shown === '0') return '0';
  return `${points < 0 ? '−' : '+'}${shown}`;
}

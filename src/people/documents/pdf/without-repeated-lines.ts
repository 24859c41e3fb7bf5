/** Lines that pages repeat at their edges are none of their text: headers, footers, page numbers. */
import { cellsOf } from './cells-of.ts';
import type { Line } from './text-pieces.ts';

/** So many lines at the top and at the bottom may be repeated ones. */
const EDGE_LINES = 3;
/** On so many of the pages; headers of even and odd pages may differ. */
const LEAST_SHARE = 0.4;

/** Its cells are parted by bars. */
export const textOf = (line: Line): string => cellsOf(line).join(' | ').replace(/\s+/g, ' ').trim();

/** Numbers count up from page to page. */
const signOf = (line: Line) => textOf(line).replace(/\d+/g, '#').toLowerCase();
const pageNumber = /^(?:\p{L}{1,6}\.? )?[-–|(]?\s*#\s*[-–|)]?(?: ?(?:\/|of|von|de|di|sur) ?#)?$/u;

export interface KeptLines {
  readonly pages: readonly (readonly Line[])[];
  readonly dropped: number;
}

export function withoutRepeatedLines(pages: readonly (readonly Line[])[]): KeptLines {
  if (pages.length < 2) return { pages, dropped: 0 };
  const edges = pages.map(edgesOf);
  const counts = new Map<string, number>();
  for (const edge of edges)
    for (const sign of new Set([...edge].map(signOf))) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const least = Math.max(2, LEAST_SHARE * pages.length);
  let dropped = 0;
  const kept = pages.map((lines, page) =>
    lines.filter((line) => {
      const isRepeated =
        edges[page]!.has(line) && (pageNumber.test(signOf(line)) || counts.get(signOf(line))! >= least);
      if (isRepeated) dropped++;
      return !isRepeated;
    }),
  );
  return { pages: kept, dropped };
}

function edgesOf(lines: readonly Line[]): ReadonlySet<Line> {
  const fromTop = [...lines].sort((a, b) => b.y - a.y);
  return new Set([...fromTop.slice(0, EDGE_LINES), ...fromTop.slice(-EDGE_LINES)]);
}

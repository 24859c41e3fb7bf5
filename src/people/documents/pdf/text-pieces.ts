/** Pieces of text on a page, and what is made of them. Points, from the lower left corner of the page. */

/** Text in one font. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of its letters. */
  readonly size: number;
  readonly font: string;
}

/** Pieces on one baseline without a wide gap between them. `font`: of its first piece. */
export type Run = Piece;

export interface Line {
  /** From left to right. */
  readonly runs: readonly Run[];
  readonly y: number;
  readonly size: number;
  /** The column that it is set in. */
  readonly column: Column;
}

interface Column {
  readonly left: number;
  readonly right: number;
}

export const rightOf = ({ x, width }: Piece): number => x + width;

/** Pieces whose baselines differ by less of their sizes stand on one line: superscripts too. */
const OF_LARGER = 0.45;
/** A small line below large letters is a line of its own. */
const OF_SMALLER = 0.75;

function isOnLine(line: Pick<Piece, 'y' | 'size'>, piece: Pick<Piece, 'y' | 'size'>): boolean {
  const [smaller, larger] = line.size < piece.size ? [line.size, piece.size] : [piece.size, line.size];
  return Math.abs(line.y - piece.y) < Math.min(OF_LARGER * larger, OF_SMALLER * smaller);
}

/** Only the last lines are looked at, since pieces come from the top. */
const LINES_BACK = 8;

/** Pieces by their baselines, from the top. */
export function byBaseline<One extends Piece>(pieces: readonly One[]): readonly (readonly One[])[] {
  const lines: { y: number; size: number; readonly of: One[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => b.y - a.y)) {
    const line = lines.slice(-LINES_BACK).findLast((each) => isOnLine(each, piece));
    if (line === undefined) lines.push({ y: piece.y, size: piece.size, of: [piece] });
    else {
      line.of.push(piece);
      // The line is that of its largest letters, and not of a superscript.
      if (piece.size > line.size) [line.y, line.size] = [piece.y, piece.size];
    }
  }
  return lines.map(({ of }) => of.sort((a, b) => a.x - b.x));
}

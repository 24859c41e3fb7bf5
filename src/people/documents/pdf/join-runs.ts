import { byBaseline, type Piece, type Run, rightOf } from './text-pieces.ts';

/** A gap of so many heights of a letter parts runs. Gutters between columns have at least 1.1. */
const WIDE_GAP = 0.95;
/** A gap above it parts words. */
const WORD_GAP = 0.18;

/** Pieces on one baseline as runs. */
export function joinRuns(pieces: readonly Piece[]): readonly Run[] {
  return byBaseline(pieces).flatMap((line) => {
    const runs: Run[] = [];
    for (const piece of line) {
      const last = runs.at(-1);
      if (last === undefined) runs.push(piece);
      else if (!isOverprinted(last, piece)) {
        const gap = piece.x - rightOf(last);
        if (gap > WIDE_GAP * Math.max(last.size, piece.size)) runs.push(piece);
        else runs[runs.length - 1] = joined(last, piece, gap);
      }
    }
    return runs;
  });
}

/** Bold letters may be the same letters printed twice. */
function isOverprinted(last: Run, { text, x, width }: Piece): boolean {
  return (
    last.text.endsWith(text) && Math.abs(rightOf(last) - (x + width)) < 1 && rightOf(last) - x > width / 2
  );
}

function joined(last: Run, piece: Piece, gap: number): Run {
  const isParted = gap > WORD_GAP * piece.size && !/\s$/.test(last.text) && !/^\s/.test(piece.text);
  return {
    ...last,
    text: last.text + (isParted ? ' ' : '') + piece.text,
    width: Math.max(rightOf(last), rightOf(piece)) - last.x,
    size: Math.max(last.size, piece.size),
  };
}

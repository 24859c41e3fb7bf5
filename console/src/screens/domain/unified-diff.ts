/** The lines of two texts side by side in time: kept, removed, added; long kept parts are folded. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Line numbers, from 1; null on the side that lacks the line. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface Fold {
  readonly kind: 'fold';
  readonly lines: number;
}

/** Comparisons of lines beyond which the middle is shown as replaced. */
const MAX_CELLS = 16_000_000;
const CONTEXT = 3;

export function unifiedDiff(before: string, after: string): readonly (DiffLine | Fold)[] {
  return folded(allLines(before.split('\n'), after.split('\n')));
}

function allLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const lines: DiffLine[] = [];
  let [from, to] = [0, 0];
  const push = (kind: DiffLine['kind']) => {
    const text = (kind === 'added' ? after[to] : before[from]) ?? '';
    lines.push({
      kind,
      text,
      before: kind === 'added' ? null : ++from,
      after: kind === 'removed' ? null : ++to,
    });
  };
  for (let n = 0; n < head; n++) push('same');
  for (const kind of middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)))
    push(kind);
  for (let n = 0; n < tail; n++) push('same');
  return lines;
}

/** By the longest common subsequence of lines. */
function middle(before: readonly string[], after: readonly string[]): readonly DiffLine['kind'][] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > MAX_CELLS)
    return [...before.map(() => 'removed' as const), ...after.map(() => 'added' as const)];
  const width = columns + 1;
  const longest = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      longest[at] =
        before[row] === after[column]
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0);
    }
  }
  const kinds: DiffLine['kind'][] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[row] === after[column]) {
      kinds.push('same');
      row++;
      column++;
    } else if (
      row < rows &&
      (column === columns ||
        (longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0))
    ) {
      kinds.push('removed');
      row++;
    } else {
      kinds.push('added');
      column++;
    }
  }
  return kinds;
}

function folded(lines: readonly DiffLine[]): readonly (DiffLine | Fold)[] {
  const shown = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') shown.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const parts: (DiffLine | Fold)[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && shown[end] === 0) end++;
    if (end - at > 1) {
      parts.push({ kind: 'fold', lines: end - at });
      at = end;
    } else parts.push(lines[at++] as DiffLine);
  }
  return parts;
}

/** How many lines were added and removed. */
export function diffCounts(parts: readonly (DiffLine | Fold)[]) {
  const count = (wanted: string) => parts.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

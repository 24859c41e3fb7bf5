/**
 * Splits a profile into at most `most` spans that together cover all of its words. So the end of a long CV
 * counts as much as its start. Spans are sentences, lines or bullets. Where these are too many, neighbours
 * are joined into spans of about equal length.
 */

export interface Span {
  /** UTF-16 offsets, end exclusive, without white space at either end. */
  readonly start: number;
  readonly end: number;
}

/**
 * A stop and white space, unless a single letter or a common abbreviation precedes the stop; a CJK stop; a
 * line end.
 */
const BOUNDARY =
  /(?<!\b(?:\p{L}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ii]nc|[Ll]td|[Cc]o|[Nn]o|[Ss]t|vs|etc|approx|e\.g|i\.e)\.)(?<=[.!?…]["'”’)\]]*)\s+|(?<=[。！？])|\s*[\r\n]+\s*/gu;

export function splitSentences(text: string, most = 8): readonly Span[] {
  return joined(sentences(text), most);
}

function sentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of [...text.matchAll(BOUNDARY), undefined]) {
    const end = match?.index ?? text.length;
    const span = trimmed(text, start, end);
    if (span.end > span.start) spans.push(span);
    start = end + (match?.[0].length ?? 0);
  }
  return spans;
}

function trimmed(text: string, start: number, end: number): Span {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  return { start: start + lead, end: Math.max(start + lead, start + piece.trimEnd().length) };
}

/** Joins neighbours so that span k ends with the sentence that reaches k/most of the text. */
function joined(spans: readonly Span[], most: number): readonly Span[] {
  if (spans.length <= most) return spans;
  const total = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const out: Span[] = [];
  let start = spans[0]!.start;
  let seen = 0;
  for (const [i, span] of spans.entries()) {
    seen += span.end - span.start;
    const left = spans.length - 1 - i;
    const open = most - out.length;
    if (left === 0 || (open > 1 && (seen >= (total * (out.length + 1)) / most || left < open))) {
      out.push({ start, end: span.end });
      start = spans[i + 1]?.start ?? span.end;
    }
  }
  return out;
}

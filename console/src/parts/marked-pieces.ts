import type { ReadProfile } from '../api/queries.ts';

export interface Span {
  readonly name: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

export interface Piece {
  readonly start: number;
  readonly text: string;
  /** The fields that were read here; empty for plain text. */
  readonly names: readonly string[];
}

/** Where the values of a record stand in one stored text, or in its only text. */
export function spansOf(record: Pick<ReadProfile, 'provenance'>, contextId?: string): readonly Span[] {
  const { fields, derived, preferences } = record.provenance;
  return [fields, derived, preferences].flatMap((entries) =>
    Object.entries(entries).flatMap(([name, { span, context_id }]) =>
      span === undefined || (contextId !== undefined && context_id !== contextId)
        ? []
        : [{ name, start: span[0] as number, end: span[1] as number }],
    ),
  );
}

/** The text in pieces at every edge of a span. Spans may overlap; those outside of the text are cut to it. */
export function markedPieces(text: string, spans: readonly Span[]): readonly Piece[] {
  const bounded = spans.map(({ name, start, end }) => ({
    name,
    start: Math.max(0, Math.min(text.length, start)),
    end: Math.max(0, Math.min(text.length, end)),
  }));
  const edges = [...new Set([0, text.length, ...bounded.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((start, position) => {
    const end = edges[position + 1] ?? text.length;
    const names = bounded.filter((span) => span.start <= start && span.end >= end).map(({ name }) => name);
    return { start, text: text.slice(start, end), names: [...new Set(names)] };
  });
}

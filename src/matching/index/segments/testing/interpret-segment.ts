/** Interprets a program over a segment, for comparison with `program-runner.ts`. */

import { halfStepsOf } from '../../../../platform/storage/quantized-vector.ts';
import type { QueryProgram } from '../../query-program.ts';
import { interpretProgram, type ProgramResult } from '../../reference/interpret-program.ts';
import type { ScoredRow } from '../../reference/interpret-scoring.ts';
import type { ProgramRows } from '../../reference/program-rows.ts';
import type { SegmentInput } from '../query/segment-run.ts';
import type { TopRows } from '../query/top-rows.ts';
import type { SegmentRows } from '../rows/segment-rows.ts';

interface InterpretedSegment extends Omit<ProgramResult, 'best' | 'withoutVector'> {
  readonly candidates: number;
  readonly best: TopRows;
  readonly withoutVector: TopRows;
}

export function interpretSegment(
  program: QueryProgram,
  segment: SegmentRows,
  input: SegmentInput,
): InterpretedSegment {
  const candidates = Array.from({ length: segment.layout.capacity }, (_, row) => row).filter(
    (row) => segment.isLive(row) && !input.leftOut.includes(row),
  );
  const { excluded, personEffects } = input;
  const found = interpretProgram(program, programRows(segment, input.prices ?? null), {
    candidates,
    excluded,
    personEffects,
  });
  const hasLogOdds = program.answer.kind === 'best';
  return {
    ...found,
    candidates: candidates.length,
    best: columnsOf(found.best, hasLogOdds),
    withoutVector: columnsOf(found.withoutVector, false),
  };
}

function programRows(segment: SegmentRows, prices: Float32Array | null): ProgramRows {
  return {
    fieldCount: segment.layout.fields.length,
    has: (row, field) => segment.has(row, field),
    isComplete: (row) => ((segment.complete[row >>> 5]! >>> (row & 31)) & 1) === 1,
    codeOf: (row, field) => segment.codeOf(row, field),
    numberOf: (row, field) => segment.numberOf(row, field),
    setOf: (row, field) => segment.setOf(row, field),
    preferenceOf: (row, kind) => segment.preferenceOf(row, kind),
    reachOf: (row, field) => {
      const view = segment.fields[field]!;
      return view.kind === 'code' ? (view.reach?.[row] ?? 0) : 0;
    },
    updatedAtMs: (row) => segment.updatedAt[row]!,
    priceOf: (row) => prices?.[row] ?? 0,
    tieOf: (row) => segment.ties[row]!,
    vectorOf: (row, group) => {
      const vector = segment.vectors[group]!.squares[row] === 0 ? null : segment.vectorOf(row, group);
      return vector === null ? null : halfStepsOf(vector);
    },
  };
}

function columnsOf(rows: readonly ScoredRow[], hasLogOdds: boolean): TopRows {
  const odds = hasLogOdds ? rows : [];
  return {
    rows: Uint32Array.from(rows, ({ row }) => row),
    scores: Float64Array.from(rows, ({ score }) => score),
    ties: Uint32Array.from(rows, ({ tie }) => tie),
    forward: Float64Array.from(odds, ({ forward }) => forward),
    backward: Float64Array.from(odds, ({ backward }) => backward),
  };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QueryProgram } from '../../query-program.ts';
import type { ProgramResult } from '../../reference/interpret-program.ts';
import { BLOCK_ROWS } from '../layout/block-layout.ts';
import { newSharedThreshold } from '../pruning/shared-threshold.ts';
import type { SegmentRows } from '../rows/segment-rows.ts';
import { writeSetBits } from '../rows/write-set-bits.ts';
import { interpretSegment } from '../testing/interpret-segment.ts';
import {
  type Dice,
  dice,
  randomInput,
  randomProgram,
  randomShape,
  randomWorld,
} from '../testing/random-program.ts';
import { newVersions } from '../workers/block-versions.ts';
import type { FoundRows, QueryPart } from '../workers/query-protocol.ts';
import { OpenSegment } from './block-reader.ts';
import { type ProgramRunner, prepareProgram, scratchBytes } from './program-runner.ts';
import { runQuery } from './run-query.ts';

/** Override with `COUNTERPART_KERNEL_RUNS`. */
const numRuns = Math.ceil(Number(process.env.COUNTERPART_KERNEL_RUNS ?? 60) / 10);
const BLOCKS = 4;
const SCRATCH = 2 ** 21;

type BestProgram = QueryProgram & { readonly answer: { readonly kind: 'best' } };

/** A program for the best scores, which differ by one column's values. */
function rankingProgram(d: Dice, segment: SegmentRows): BestProgram {
  for (;;) {
    const program = randomProgram(d, segment);
    const { answer } = program;
    if (answer.kind !== 'best') continue;
    if (!answer.scoring.terms.some(({ op }) => op === 'codes' || op === 'number')) continue;
    const minScore = d.isSo(0.7) ? 0 : answer.minScore;
    return { rules: [], answer: { ...answer, minScore, k: 1 + d.below(300) } };
  }
}

const asLists = ({ rows, scores, ties }: Pick<FoundRows, 'rows' | 'scores' | 'ties'>, k: number) => ({
  rows: [...rows.slice(0, k)],
  scores: [...scores.slice(0, k)],
  ties: [...ties.slice(0, k)],
});

/** A segment in which a write falls into every reading of more than one block. */
class ChangingSegment extends OpenSegment {
  override runner(scratch: Parameters<OpenSegment['runner']>[0]): ProgramRunner {
    const runner = super.runner(scratch);
    const { versions } = this.attached;
    const run: ProgramRunner['run'] = (base, layout, input, into) => {
      if (layout.capacity > BLOCK_ROWS) Atomics.add(versions, BLOCKS - 1, 2);
      return runner.run(base, layout, input, into);
    };
    return { run, load: runner.load.bind(runner), compare: runner.compare.bind(runner) } as ProgramRunner;
  }
}

/** Runs of `asOne` blocks. */
function itemsOf(asOne: number): Uint32Array {
  const items = Array.from({ length: Math.ceil(BLOCKS / asOne) }, (_, at) => {
    return [0, at * asOne, Math.min(BLOCKS, (at + 1) * asOne)];
  });
  return Uint32Array.from(items.flat());
}

const runs = fc.record({
  seed: fc.integer(),
  filled: fc.constantFrom(0.05, 0.4, 1),
  /** Blocks that are read as one. */
  asOne: fc.constantFrom(1, 3, BLOCKS),
  changes: fc.boolean(),
});

/** A segment of several blocks, and queries of it. */
function openBlocks<Program extends QueryProgram>(
  d: Dice,
  { filled, asOne, changes }: { filled: number; asOne: number; changes: boolean },
  programOf: (segment: SegmentRows) => Program,
) {
  const capacity = BLOCKS * BLOCK_ROWS;
  const { memory, segment, end } = randomWorld(d, randomShape(d, capacity, 1), filled, 2 * SCRATCH);
  const program = programOf(segment);
  const { personEffects, prices = null, excluded } = randomInput(d, program, capacity);
  const attached = {
    key: 1,
    memory,
    base: segment.base,
    layout: segment.layout,
    versions: newVersions(BLOCKS),
  };
  const from = Math.ceil(end / 64) * 64;
  const task = {
    key: 1,
    firstRow: 0,
    rows: capacity,
    scratch: { from, to: from + scratchBytes(prepareProgram(program), asOne * BLOCK_ROWS) },
    excluded,
    personEffects,
    prices,
    words: { from: 0, count: capacity / 32 },
  };
  const open = new (changes ? ChangingSegment : OpenSegment)(attached);
  const query = (among: number | null, selection: Uint32Array | null = null): QueryPart =>
    runQuery(
      {
        program,
        within: null,
        selection,
        among,
        isSparse: false,
        items: itemsOf(asOne),
        next: new Int32Array(new SharedArrayBuffer(4)),
        threshold: newSharedThreshold(),
      },
      [task],
      () => open,
    );
  const expected = interpretSegment(program, segment, {
    leftOut: new Uint32Array(),
    excluded,
    personEffects,
    prices,
  });
  return { program, query, expected, words: task.words.count };
}

it('finds the best of many blocks, by a rising or an estimated threshold, as the interpreter does', () => {
  let estimated = 0;
  fc.assert(
    fc.property(runs, ({ seed, ...run }) => {
      const d = dice(seed);
      const { program, query, expected } = openBlocks(d, run, (segment) => rankingProgram(d, segment));
      const { k, minScore } = program.answer;
      const rising = query(null);
      expect(asLists(rising.best, k)).toEqual(asLists(expected.best, k));
      expect(rising.belowMinScore).toBe(expected.belowMinScore);
      if (minScore > 0) return;
      const byEstimate = query(expected.kept.length);
      const wanted = Math.min(k, expected.best.rows.length);
      // Where early rows are not like the others, fewer are found, and the caller repeats the query.
      if (byEstimate.best.rows.length < wanted || byEstimate.best.scores[wanted - 1]! < byEstimate.threshold)
        return;
      expect(asLists(byEstimate.best, k)).toEqual(asLists(expected.best, k));
      estimated += 1;
    }),
    { numRuns },
  );
  expect(estimated).toBeGreaterThan(0);
});

/** A program that narrows, and that examines its rules or not. */
function narrowingProgram(d: Dice, segment: SegmentRows): QueryProgram {
  for (;;) {
    const program = randomProgram(d, segment);
    if (program.answer.kind === 'selection' && program.rules.length > 0) return program;
  }
}

it('narrows many blocks, and examines what each rule drops, as the interpreter does', () => {
  fc.assert(
    fc.property(runs, ({ seed, ...run }) => {
      const d = dice(seed);
      const { query, expected, words } = openBlocks(d, run, (segment) => narrowingProgram(d, segment));
      const selection = new Uint32Array(words);
      const found = query(null, selection);
      const kept = new Uint32Array(found.kept);
      writeSetBits(selection, 0, kept);
      expect([...kept]).toEqual(expected.kept);
      expect(found.candidates).toBe(expected.candidates);
      expect(found.dropped).toEqual(expected.dropped);
      expect(examinedLists(found.examined)).toEqual(examinedLists(expected.examined ?? []));
    }),
    { numRuns },
  );
});

function examinedLists(rules: QueryPart['examined'] | ProgramResult['examined']) {
  return (rules ?? []).map(({ alone, aloneRows, droppedRows }) => {
    return { alone, aloneRows: [...aloneRows], droppedRows: [...droppedRows] };
  });
}

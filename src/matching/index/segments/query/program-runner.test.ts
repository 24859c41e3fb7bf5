import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../layout/segment-layout.ts';
import { SegmentRows } from '../rows/segment-rows.ts';
import { interpretSegment } from '../testing/interpret-segment.ts';
import { dice, randomInput, randomProgram, randomShape, randomWorld } from '../testing/random-program.ts';
import { ProgramRunner, prepareProgram, scratchBytes } from './program-runner.ts';
import { TopKBuffer } from './top-k-buffer.ts';
import type { TopRows } from './top-rows.ts';

/** Override with `COUNTERPART_KERNEL_RUNS`. */
const numRuns = Number(process.env.COUNTERPART_KERNEL_RUNS ?? 60);
const SCRATCH = 2 ** 20;

const cases = fc.record({
  seed: fc.integer(),
  // Blocks of 1024 rows: one, a part of one, several.
  capacity: fc.constantFrom(64, 128, 256, 1024, 4096),
  filled: fc.constantFrom(0, 0.02, 0.5, 1),
  dimension: fc.constantFrom(1, 3, 8, 16, 37, 64, 128, 256, 300),
});

const rowsOf = (bitmap: Uint32Array) =>
  [...bitmap].flatMap((word, w) =>
    Array.from({ length: 32 }, (_, bit) => 32 * w + bit).filter((row) => ((word >>> (row & 31)) & 1) === 1),
  );

const asLists = ({ rows, scores, ties, forward, backward }: TopRows) => ({
  rows: [...rows],
  scores: [...scores],
  ties: [...ties],
  forward: [...forward],
  backward: [...backward],
});

const examinedLists = (
  rules: readonly { alone: number; aloneRows: Iterable<number>; droppedRows: Iterable<number> }[],
) =>
  rules.map(({ alone, aloneRows, droppedRows }) => ({
    alone,
    aloneRows: [...aloneRows],
    droppedRows: [...droppedRows],
  }));

describe('a program over a segment', () => {
  it('selects, counts, scores and orders as the interpreter does, bit for bit', () => {
    fc.assert(
      fc.property(cases, ({ seed, capacity, filled, dimension }) => {
        const d = dice(seed);
        const { memory, segment, end } = randomWorld(
          d,
          randomShape(d, capacity, dimension),
          filled,
          2 * SCRATCH,
        );
        const runner = new ProgramRunner(memory, end, end + SCRATCH);
        // Several programs in a row: a run must not affect the next.
        for (let run = 0; run < 3; run++) {
          const program = randomProgram(d, segment);
          const input = randomInput(d, program, capacity);
          const expected = interpretSegment(program, segment, input);
          runner.load(prepareProgram(program), capacity);
          const found = runner.run(segment.base, segment.layout, input);
          expect(rowsOf(found.selection)).toEqual(expected.kept);
          expect(found.candidates).toBe(expected.candidates);
          expect(found.dropped).toEqual(expected.dropped);
          expect(found.kept).toBe(expected.kept.length);
          expect(examinedLists(found.examined ?? [])).toEqual(examinedLists(expected.examined ?? []));
          expect(found.belowMinScore).toBe(expected.belowMinScore);
          expect(asLists(found.best)).toEqual(asLists(expected.best));
          expect(asLists(found.withoutVector)).toEqual(asLists(expected.withoutVector));
        }
      }),
      { numRuns },
    );
  });

  it('omits rows below a given threshold, and no others', () => {
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), ({ seed, dimension }, share) => {
        const d = dice(seed);
        const { memory, segment, end } = randomWorld(d, randomShape(d, 256, dimension), 0.8, SCRATCH);
        const program = randomProgram(d, segment);
        const { answer } = program;
        if (answer.kind !== 'best') return;
        const input = randomInput(d, program, 256);
        const runner = new ProgramRunner(memory, end, end + SCRATCH);
        runner.load(prepareProgram(program), 256);
        const whole = runner.run(segment.base, segment.layout, input);
        const { rows, scores, ties } = whole.best;
        const foundAbove = (threshold: number, tie?: number) => {
          const into = new TopKBuffer(answer.k);
          into.begin(0);
          into.raise(threshold, tie);
          const { belowMinScore } = runner.run(segment.base, segment.layout, input, into);
          expect(belowMinScore).toBe(whole.belowMinScore);
          return [...into.take().rows];
        };
        const threshold = scores[Math.floor(share * scores.length)] ?? 0.5;
        const reaching = [...rows].filter((_, at) => scores[at]! >= threshold);
        expect(foundAbove(threshold)).toEqual(reaching);
        const last = reaching.length - 1;
        if (last < 0) return;
        const [score, tie] = [scores[last]!, ties[last]!];
        expect(foundAbove(score, tie)).toEqual(
          [...rows].filter((_, at) => at <= last || (scores[at] === score && ties[at] === tie)),
        );
      }),
      { numRuns },
    );
  });

  it('needs no more scratch than it declares, and throws when there is too little', () => {
    fc.assert(
      fc.property(cases, ({ seed, dimension }) => {
        const d = dice(seed);
        const { memory, segment, end } = randomWorld(d, randomShape(d, 128, dimension), 0.5, SCRATCH);
        const program = randomProgram(d, segment);
        const bytes = scratchBytes(prepareProgram(program), 128);
        new ProgramRunner(memory, end, end + bytes).load(prepareProgram(program), 128);
        expect(() =>
          new ProgramRunner(memory, end, end + bytes - 1).load(prepareProgram(program), 128),
        ).toThrow(RangeError);
      }),
      { numRuns: 20 },
    );
  });

  it('names a field of another kind than the program expects', () => {
    const d = dice(1);
    const { memory, segment, end } = randomWorld(d, randomShape(d, 64, 8), 1, SCRATCH);
    const runner = new ProgramRunner(memory, end, end + SCRATCH);
    const passes = Uint8Array.of(0, 1);
    const program = {
      rules: [{ reason: 'r', clauses: [{ op: 'codes' as const, field: 3, passes }] }],
      answer: { kind: 'selection' as const },
    };
    runner.load(prepareProgram(program), 64);
    const input = { leftOut: new Uint32Array(), excluded: [], personEffects: null };
    expect(() => runner.run(segment.base, segment.layout, input)).toThrow(
      'field 3 as code, the segment has number',
    );
  });
});

describe('rows of a segment', () => {
  it('are the same after they were copied into a larger and wider one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const d = dice(seed);
        const shape = randomShape(d, 128, 24);
        const { segment } = randomWorld(d, shape, 0.7, SCRATCH);
        const wider = layoutOf({
          ...shape,
          capacity: 512,
          preferences: shape.preferences.map(() => 'u32'),
          fields: shape.fields.map((field) => {
            if (field.kind === 'number') return { kind: 'number', storage: 'f64' };
            if (field.kind === 'set') return { kind: 'set', storage: 'u32', words: 4 };
            return field.kind === 'code' ? { kind: 'code', storage: 'u32', reach: 'u16' } : field;
          }),
        });
        const { memory } = randomWorld(d, { ...shape, capacity: 64 }, 1, wider.bytes);
        const copy = new SegmentRows(memory, 0, wider);
        copy.clearAll();
        copy.copyFrom(segment);
        for (let row = 0; row < 512; row++) {
          expect(copy.isLive(row)).toBe(row < 128 && segment.isLive(row));
          if (row < 128) expect(readRow(copy, row)).toEqual(readRow(segment, row));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are empty after they are cleared', () => {
    const d = dice(5);
    const { segment } = randomWorld(d, randomShape(d, 64, 24), 1, SCRATCH);
    for (let row = 0; row < 64; row++) segment.clearRow(row);
    const left = new Uint8Array(segment.live.buffer, segment.base, segment.layout.bytes).slice();
    segment.clearAll();
    expect(left).toEqual(new Uint8Array(segment.live.buffer, segment.base, segment.layout.bytes).slice());
  });

  it('refuse what their columns cannot hold', () => {
    const d = dice(6);
    const { segment } = randomWorld(
      d,
      { ...randomShape(d, 64, 8), preferences: [null, 'u8', 'u16'] },
      0,
      SCRATCH,
    );
    const [u8, i16, i32, f64, set8] = [0, 3, 4, 5, 6];
    expect([255, 256].map((code) => segment.fitsCode(u8!, code))).toEqual([true, false]);
    const integers = [32_767, -32_767, -32_768, 32_768, 0.5, -0];
    expect(integers.map((value) => segment.fitsNumber(i16!, value))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([2 ** 31 - 1, -(2 ** 31), 2 ** 31].map((value) => segment.fitsNumber(i32!, value))).toEqual([
      true,
      false,
      false,
    ]);
    expect(segment.fitsNumber(f64!, -0)).toBe(true);
    expect([7, 8].map((value) => segment.fitsSetValue(set8!, value))).toEqual([true, false]);
    const preferences = [0, 1, 255, 256, 65_535, 65_536];
    expect([0, 1, 2].map((kind) => preferences.filter((id) => segment.fitsPreference(kind, id)))).toEqual([
      [0],
      [0, 1, 255],
      [0, 1, 255, 256, 65_535],
    ]);
    expect(() => segment.putPreference(0, 0, 1)).toThrow('no preferences of kind 0');
  });
});

function readRow(segment: SegmentRows, row: number) {
  const fields = segment.fields.map((view, field) => {
    if (view.kind === 'code') return [view.codes[row], view.reach?.[row] ?? 0];
    if (view.kind === 'number') return segment.numberOf(row, field);
    return view.kind === 'set' ? segment.setOf(row, field) : segment.has(row, field);
  });
  const vector = segment.vectorOf(row, 0);
  return {
    fields,
    present: segment.fields.map((_, field) => segment.has(row, field)),
    preferences: segment.preferences.map((_, kind) => segment.preferenceOf(row, kind)),
    vector: vector && [...vector.codes, ...vector.halves!, vector.scale],
    updatedAt: segment.updatedAt[row],
    tie: segment.ties[row],
  };
}

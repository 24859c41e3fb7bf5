import { describe, expect, it } from 'vitest';
import { codebookLayout } from '../../src/behaviour/semantic-ids/codebook-layout.ts';
import { holdOutPairs } from './hold-out-pairs.ts';
import { measureCodes } from './measure-codes.ts';

describe('pairs held out', () => {
  it("are each person's last two items, which the rest does not have", () => {
    const { seen, pairs } = holdOutPairs(
      {
        offsets: Uint32Array.of(0, 4, 5, 7, 9),
        items: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 7),
      },
      8,
    );
    expect(pairs).toEqual([
      [2, 3],
      [5, 6],
    ]);
    expect(seen).toEqual({ offsets: Uint32Array.of(0, 2, 2, 2, 2), items: Uint32Array.of(0, 1) });
  });
});

describe('codes of others', () => {
  it('are decoded by the means of their items, and evaluated on pairs', () => {
    const values = Float32Array.of(1, 0, 1, 0, 0, 1, 0, 1);
    const given = {
      name: 'theirs',
      layout: codebookLayout(2, 'uniform', 2),
      codes: Uint16Array.of(0, 0, 0, 1, 1, 0, 1, 1),
      quantizer: null,
      minutes: null,
    };
    const pairs = [
      [0, 1],
      [2, 3],
      [1, 2],
      [1, 1],
    ] as const;
    const measured = measureCodes(given, { values, width: 2 }, pairs, 1);
    expect(measured.together).toEqual([0.75, 0.25]);
    expect(measured.diagnostics.reconstruction_error).toEqual([0, 0]);
    expect(measured.diagnostics.distinct_codes).toBe(4);
  });
});

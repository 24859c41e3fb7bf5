import { afterAll, expect, it } from 'vitest';
import { changeSequence, rowNumber } from '../../../../contract/brands.ts';
import { halfBytesOf, type QuantizedVector } from '../../../../platform/storage/quantized-vector.ts';
import {
  definitionOf,
  firstSequence,
  storedProfile,
} from '../../../../platform/storage/testing/random-profiles.ts';
import { ReferenceIndex } from '../../reference/reference-index.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { type Dice, dice } from '../testing/random-program.ts';
import { QueryWorkers } from '../workers/query-workers.ts';

/** Several batches, so that most rows meet the threshold of earlier ones. */
const ROWS = 12_000;
const ENCODER = 'test@1#00000000';
const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
const nothing = { values: {}, places: {}, preferences: [], blocks: [], complete: true, vector: null };
const ids = Array.from({ length: ROWS }, (_, n) => `user ${n}`);
const workers = new QueryWorkers(2);
afterAll(() => workers.close());

/** Codes so small that halves decide the order; one in nine vectors has none. */
function smallVector(d: Dice, dimension: number): QuantizedVector {
  const codes = Int8Array.from({ length: dimension }, () => d.below(7) - 3);
  const halves = Uint8Array.from({ length: halfBytesOf(dimension) }, () => d.below(256));
  return { codes, scale: 0.25, ...(d.below(9) > 0 && { halves }) };
}

it.each([16, 32, 128])(
  'finds what the reference index finds, where halves decide: %i dimensions',
  async (D) => {
    const d = dice(D);
    const vectors = ids.map((userId) => ({ userId, vector: smallVector(d, D) }));
    const reference = new ReferenceIndex(definition, firstSequence, ENCODER);
    const index = new SegmentedIndex(definition, workers, { sequence: firstSequence, encoderId: ENCODER });
    for (const each of [reference, index]) {
      const upserts = ids.map((userId) => storedProfile(definition, { userId, ...nothing }));
      each.apply({ upserts, deletes: [], sequence: changeSequence(1) });
      each.addVectors(ENCODER, vectors);
    }
    for (let n = 0; n < 6; n++) {
      // One sign for all values is the worst case of the bound.
      const query = Float32Array.from({ length: D }, () => (n < 2 ? 0.5 - n : d.random() - 0.5));
      const search = { encoderId: ENCODER, query, k: 40, withoutVector: 0, preselect: null };
      const [expected, found] = await Promise.all(
        [reference, index].map(async (each) => {
          const { selection } = await each.select([]);
          const { rows, cosines } = await each.nearest(selection, search);
          selection.release();
          return { people: Array.from(rows, (row) => each.userIdOf(rowNumber(row))), cosines: [...cosines] };
        }),
      );
      expect(found).toEqual(expected);
    }
    index.release();
  },
);

import { describe, expect, it } from 'vitest';
import { EvaluationReport } from '../../../contract/evaluation-report.ts';
import type { Split } from '../splits/split.ts';
import { type Event, snapshotOf } from '../testing/snapshot-of.ts';
import { evaluateSequences } from './evaluate-sequences.ts';

/** Twenty people who return to their first item at the end, with views of «z» in between. */
const events: readonly Event[] = Array.from({ length: 20 }, (_, person) =>
  [...'abcd'].map((_, n) => ({
    person: `p${person}`,
    item: 'abcdef'[(person + (n === 3 ? 0 : n)) % 6]!,
    timestampMs: 1000 * person + n,
    kind: 'buy',
    value: 1,
  })),
)
  .flat()
  .flatMap((event) => [event, { ...event, item: 'z', kind: 'view' }]);
const common = {
  name: 'shop',
  snapshot: snapshotOf('abcdefz', events),
  evaluation: { draws: 20 },
  baselines: { ease: { maxItems: 0 } },
};

describe('an evaluation of a dataset', () => {
  it('reads histories by the settings, and masks nothing if repeats are kept', async () => {
    const evaluateWith = async (repeats: 'kept' | 'folded') =>
      evaluateSequences({ ...common, histories: { kinds: ['buy'], repeats } });
    const [kept, folded] = [await evaluateWith('kept'), await evaluateWith('folded')];
    expect([kept.dataset.events, folded.dataset.events]).toEqual([80, 60]);
    expect(kept.splits[0]!.protocol).toMatchObject({ seen_items: 'ranked' });
    expect(kept.splits[0]!.protocol.targets_repeated).toBeCloseTo(1, 9);
    expect(folded.splits[0]!.protocol).toMatchObject({ seen_items: 'masked', targets_repeated: 0 });
  });

  it('fits models again for every protocol', async () => {
    const fitted: (readonly [Split['kind'], string])[] = [];
    const { splits } = await evaluateSequences({
      ...common,
      fitModels: async (split, ties) => {
        fitted.push([split.kind, ties]);
        return { models: [] };
      },
    });
    expect(fitted).toEqual([
      ['leave-one-out', 'imported'],
      ['leave-one-out', 'shuffled'],
      ['temporal', 'imported'],
      ['temporal', 'shuffled'],
    ]);
    expect(splits.map(({ gains }) => gains)).toEqual([[], [], [], []]);
  });

  it('names the baselines that were not fitted, in every split', async () => {
    const { splits } = await evaluateSequences(common);
    for (const { baselines_left_out: left, rankers } of splits) {
      expect(left!.map(({ name }) => name)).toEqual(['EASE', 'EASE, recency']);
      expect(rankers.map(({ name }) => name)).not.toContain('EASE');
    }
    const fitted = await evaluateSequences({ ...common, baselines: { ease: { maxItems: 7 } } });
    expect(fitted.splits.map(({ baselines_left_out: left }) => left)).toEqual([[], [], [], []]);
  });

  it('has exactly the fields of the card on the wire', async () => {
    const withoutEvents = { ...common, snapshot: snapshotOf('ab', []) };
    for (const given of [common, withoutEvents]) {
      const report = JSON.parse(JSON.stringify(await evaluateSequences(given)));
      expect(EvaluationReport.parse(report)).toEqual(report);
    }
  });

  it('stops on an abort', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(evaluateSequences({ ...common, evaluation: { signal } })).rejects.toThrow('enough');
  });
});

import { describe, expect, it } from 'vitest';
import { featureColumns } from '../../../datasets/features/feature-columns.ts';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import type { FitProblem, ModelFiles } from '../architecture.ts';
import { readFiles } from './model-files.ts';
import { sequentialRecommender } from './sequential-recommender.ts';
import type { SequentialSettings } from './settings.ts';
import { fitContext } from './testing/round-problem.ts';

const HOUR = 3_600_000;
const shape = { people: 60, items: 14, events: 300, medianLength: 5, longLength: 5, hasTexts: false };
const small = {
  width: 16,
  history_length: 6,
  batch_events: 64,
  learning_rate: 0.01,
  epochs: 4,
  blend: false,
};

type Problem = FitProblem<SequentialSettings>;

/** Fits without a base model by their histories and inputs: the same ones give the same files. */
const known = new Map<string, Promise<ModelFiles>>();

function fitted(train: Problem['train'], given: object, changes: Partial<Problem> = {}): Promise<ModelFiles> {
  if (changes.base !== undefined) return newlyFitted(train, given, changes);
  const key = JSON.stringify([train.itemIds.length, changes.catalogue !== undefined, given]);
  const files = known.get(key) ?? newlyFitted(train, given, changes);
  known.set(key, files);
  return files;
}

async function newlyFitted(train: Problem['train'], given: object, changes: Partial<Problem>) {
  const base = changes.base?.files ?? null;
  const { settings } = sequentialRecommender.complete({ ...small, ...given }, shape, base);
  const problem: Problem = {
    catalogue: { itemIds: train.itemIds, textVectors: null, createdAtMs: null },
    train,
    validation: null,
    settings,
    base: null,
    codes: null,
    seed: 3,
    ...changes,
  };
  const { files } = await sequentialRecommender.fit(problem, fitContext());
  return files;
}

async function scoresOf(files: ModelFiles, history: readonly number[], times?: readonly number[]) {
  const model = await sequentialRecommender.open(files, { threads: 1 });
  const items = Uint32Array.from(history);
  // The last of the times is the moment of the prediction.
  const known = times && {
    timestampsMs: Float64Array.from(times.slice(0, -1)),
    momentsMs: Float64Array.of(times.at(-1)!),
  };
  const all = await model.score({ offsets: Uint32Array.of(0, items.length), items, ...known });
  const candidates = Uint32Array.from(all.keys());
  const some = await model.scoreCandidates!(
    items,
    candidates,
    known && { timestampsMs: known.timestampsMs, momentMs: known.momentsMs[0]! },
  );
  expect(some).toEqual(all);
  const embedded = await model.embed({ offsets: Uint32Array.of(0, items.length), items, ...known });
  const D = model.embeddingDimensions;
  const row = model.itemVectors!.subarray(0, D);
  expect(row.reduce((sum, value, at) => sum + value * embedded[at]!, 0)).toBeCloseTo(all[0]!, 3);
  await model.close();
  return all;
}
const best = (scores: Float32Array) => scores.indexOf(Math.max(...scores));

describe('features of items', () => {
  // A person has items of one kind: 0 … 5 or 6 … 11. Items 12 (second kind), 13 (first) and 14 have no
  // events.
  const train = historiesOfRows(
    15,
    Array.from({ length: 60 }, (_, person) =>
      Array.from(
        { length: 5 },
        (__, n) => [(person % 2) * 6 + ((person * 5 + n * (1 + (person % 4))) % 6), n] as const,
      ),
    ),
  );
  const featuresOf = (kindOf: (item: number) => object | null) => {
    const attributes = train.itemIds.map((_, item) => JSON.stringify(kindOf(item)));
    const createdAtMs = new Float64Array(15).fill(Number.NaN);
    return featureColumns({ declared: { kind: { type: 'category' } }, attributes, createdAtMs });
  };
  const kinds = featuresOf((item) =>
    item === 14 ? {} : { kind: item === 12 ? 'second' : item === 13 || item < 6 ? 'first' : 'second' },
  );
  const catalogue = { itemIds: train.itemIds, textVectors: null, createdAtMs: null, features: kinds };

  it('rank items without events; one without values comes last', async () => {
    for (const given of [{}, { negatives: 24 }, { output_vectors: 'own' }]) {
      const files = await fitted(train, { item_features: true, ...given }, { catalogue });
      const [first, second] = [await scoresOf(files, [0, 1]), await scoresOf(files, [7, 8])];
      expect(first[13]).toBeGreaterThan(first[12]!);
      expect(second[12]).toBeGreaterThan(second[13]!);
      expect(first[14]).toBe(-1e9);
      // An item without events is read by its features too.
      const read = await scoresOf(files, [13, 13]);
      expect(best(read.subarray(0, 12))).toBeLessThan(6);
    }
  });

  it('say more of items without events where known ones are often learned without vectors of their own', async () => {
    for (const given of [{}, { negatives: 24 }, { output_vectors: 'own' }]) {
      const gapOf = async (rate: number) => {
        const settings = { item_features: true, item_vector_dropout: rate, ...given };
        const scores = await scoresOf(await fitted(train, settings, { catalogue }), [0, 1]);
        // The gap between the best known item and the new item of the kind.
        return Math.max(...scores.subarray(0, 12)) - scores[13]!;
      };
      expect(await gapOf(0.5)).toBeLessThan(await gapOf(0));
    }
  });

  it('are not read if they are not asked for', async () => {
    const files = await fitted(train, { item_features: false }, { catalogue });
    expect(readFiles(files).features).toBeNull();
    expect((await scoresOf(files, [0, 1]))[13]).toBe(-1e9);
  });

  it('of a base model are kept, with further values, and known items keep their vectors', async () => {
    const still = { epochs: 1, learning_rate: 1e-9, item_features: true };
    const files = await fitted(train, { item_features: true }, { catalogue });
    const before = await scoresOf(files, [2, 3, 4]);
    const others = featuresOf((item) => ({ kind: item % 2 === 0 ? 'even' : 'odd' }));
    for (const features of [kinds, others]) {
      const changes = {
        catalogue: { ...catalogue, features },
        base: { files, itemIds: train.itemIds },
      };
      const after = await scoresOf(await fitted(train, still, changes), [2, 3, 4]);
      for (const item of new Set(train.items)) expect(after[item]).toBeCloseTo(before[item]!, 4);
    }
    // A base without features goes on with them.
    const plain = await fitted(train, { item_features: false });
    const later = await fitted(train, still, { catalogue, base: { files: plain, itemIds: train.itemIds } });
    const [had, has] = [await scoresOf(plain, [2, 3, 4]), await scoresOf(later, [2, 3, 4])];
    for (const item of new Set(train.items)) expect(has[item]).toBeCloseTo(had[item]!, 4);
  });
});

describe('times between events', () => {
  // After item 0 comes 1 within seconds, or 2 after a day. After 0 and 3, 4 comes if 3 came soon, else 5.
  const soon = 5000;
  const late = 24 * HOUR;
  const people = Array.from({ length: 120 }, (_, person) => {
    const gap = person % 2 === 0 ? soon : late;
    return person % 4 < 2
      ? [[0, 0] as const, [person % 2 === 0 ? 1 : 2, gap] as const]
      : [[0, 0] as const, [3, gap] as const, [person % 2 === 0 ? 4 : 5, gap + 50 * HOUR] as const];
  });
  const train = historiesOfRows(6, people);

  it('decide what comes next, up to the moment of the prediction', async () => {
    const files = await fitted(train, { time_gaps: 'until_now', epochs: 15 });
    const among = (scores: Float32Array) => best(scores.subarray(1, 3)) + 1;
    expect(among(await scoresOf(files, [0], [100, 100 + soon]))).toBe(1);
    expect(among(await scoresOf(files, [0], [100, 100 + late]))).toBe(2);
    expect(best(await scoresOf(files, [0, 3], [0, soon, 50 * HOUR]))).toBe(4);
    expect(best(await scoresOf(files, [0, 3], [0, late, 50 * HOUR + late]))).toBe(5);
  });

  it('decide by the history alone, whatever the moment', async () => {
    const files = await fitted(train, { time_gaps: 'between', epochs: 15 });
    expect(best(await scoresOf(files, [0, 3], [0, soon, soon]))).toBe(4);
    expect(best(await scoresOf(files, [0, 3], [0, late, late]))).toBe(5);
    expect(await scoresOf(files, [0], [0, late])).toEqual(await scoresOf(files, [0], [0, soon]));
    expect(await scoresOf(files, [0], [0, late])).toEqual(await scoresOf(files, [0]));
  });

  it('may be unknown: then a history is ranked as a person of any time', async () => {
    const files = await fitted(train, { time_gaps: 'until_now', epochs: 15 });
    const scores = await scoresOf(files, [0]);
    expect(await scoresOf(files, [0], [Number.NaN, Number.NaN])).toEqual(scores);
    const likely = [1, 2].map((item) => scores[item]!);
    expect(Math.min(...likely)).toBeGreaterThan(Math.max(...scores.subarray(3)));
  });

  it('can be added to a base model, which goes on unchanged', async () => {
    const plain = await fitted(train, { time_gaps: 'none' });
    expect(readFiles(plain).shape.gaps).toBeUndefined();
    const base = { files: plain, itemIds: train.itemIds };
    const later = await fitted(train, { time_gaps: 'until_now', epochs: 1, learning_rate: 1e-9 }, { base });
    const [had, has] = [await scoresOf(plain, [0, 3]), await scoresOf(later, [0, 3], [0, 1000, 2000])];
    for (const [item, score] of had.entries()) expect(has[item]).toBeCloseTo(score, 4);
  });

  it('are read where they are asked for and differ', () => {
    const settingsOf = (hasGaps: boolean, given: object) =>
      sequentialRecommender.complete(given, { ...shape, hasGaps });
    expect(settingsOf(true, {}).settings.timeGaps).toBe('none');
    expect(settingsOf(true, { time_gaps: 'between' }).settings.timeGaps).toBe('between');
    const equal = settingsOf(false, { time_gaps: 'until_now' });
    expect(equal.settings.timeGaps).toBe('none');
    expect(equal.reasons.join(' ')).toContain('Times are not read');
    const declares = (hasFeatures: boolean) =>
      sequentialRecommender.complete({}, { ...shape, hasFeatures }).settings.itemFeatures;
    expect([declares(true), declares(false)]).toEqual([true, false]);
  });

  it('are read as the base model reads them, unless they are asked for', async () => {
    const files = await fitted(train, { time_gaps: 'between', epochs: 1 });
    const completed = (given: object) =>
      sequentialRecommender.complete(given, { ...shape, hasGaps: true, hasFeatures: true }, files).settings;
    expect(completed({})).toMatchObject({ timeGaps: 'between', itemFeatures: false });
    const asked = completed({ time_gaps: 'until_now', item_features: true });
    expect(asked).toMatchObject({ timeGaps: 'until_now', itemFeatures: true });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { historiesOf, type ScoringRanker } from '../../evaluation/ranker.ts';
import { itemFilters } from '../../filters/item-filters.ts';
import type { Histories } from '../../histories/histories.ts';
import { answerPredictions } from '../../serving/answer-predictions.ts';
import { itemNames } from '../../serving/item-names.ts';
import { leaveOneOut } from '../../splits/leave-one-out.ts';
import { splitByTime } from '../../splits/temporal-split.ts';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import type { Fitted, ModelFiles, OpenModel } from '../architecture.ts';
import { recentCounts } from './blend/recent-popularity.ts';
import { readFiles, writeFiles } from './model-files.ts';
import { sequentialRecommender } from './sequential-recommender.ts';
import { batchOf, fitContext, fitted, opened, problem, ROUND, round } from './testing/round-problem.ts';

const best = (scores: Float32Array) => scores.indexOf(Math.max(...scores));

let files: ModelFiles;
let model: OpenModel;
beforeAll(async () => {
  files = await fitted();
  model = await opened(files);
});
afterAll(() => model.close());

describe('a sequential recommender', () => {
  it('learns a repeated pattern to hit rate 1', async () => {
    for (let start = 0; start < ROUND; start++) {
      const history = [0, 1, 2, 3].map((n) => (start + n) % ROUND);
      expect(best(await model.score(batchOf(history)))).toBe((start + 4) % ROUND);
    }
  });

  it('gives a history the same scores alone, in a batch, and for selected candidates', async () => {
    const histories = [
      [1],
      [2, 3],
      [],
      [4, 5, 6, 7, 8, 9, 10],
      [3, 2, 1],
      ...Array.from({ length: 15 }, (_, n) => [n % 9]),
    ];
    const together = await model.score(batchOf(...histories));
    const states = await model.embed(batchOf(...histories));
    const I = round.itemIds.length;
    for (const [row, history] of histories.entries()) {
      const own = together.slice(row * I, (row + 1) * I);
      expect(await model.score(batchOf(history))).toEqual(own);
      const candidates = Uint32Array.of(12, 3, 0, 7);
      const some = await model.scoreCandidates!(Uint32Array.from(history), candidates);
      expect(some).toEqual(Float32Array.from(candidates, (item) => own[item]!));
      if (history.length === 0) continue;
      expect(await model.embed(batchOf(history))).toEqual(states.slice(row * 16, (row + 1) * 16));
    }
  });

  it('ranks by popularity after an empty history, with items without events last', async () => {
    const scores = await model.score(batchOf([]));
    const counts = new Array(ROUND + 1).fill(0);
    for (const item of round.items) counts[item]++;
    const order = (values: ArrayLike<number>) =>
      Array.from(values, (value) => Array.from(values).filter((other) => other < value).length);
    expect(order(scores)).toEqual(order(counts));
    const one = await model.score(batchOf([5]));
    expect(one[12]).toBe(Math.min(...one));
    expect(one.every(Number.isFinite)).toBe(true);
    // An item without events may be in a history.
    expect((await model.score(batchOf([12]))).every(Number.isFinite)).toBe(true);
  });

  it('reads the end of a history that exceeds the maximum length', async () => {
    expect(model.maxHistoryItems).toBe(6);
    const long = [9, 9, 1, 2, 3, 4, 5, 6];
    expect(await model.score(batchOf(long))).toEqual(await model.score(batchOf(long.slice(2))));
  });

  it('makes the same files from the same problem and seed, and other files from another seed', async () => {
    expect(await fitted()).toEqual(files);
    expect(await fitted({ seed: 4 })).not.toEqual(files);
  });

  it.each([
    ['a sampled softmax', { negatives: 24 }],
    ['separate output vectors', { output_vectors: 'own' }],
  ])('learns with %s', async (_, given) => {
    const other = await opened(await fitted({ given }));
    expect(best(await other.score(batchOf([2, 3, 4])))).toBe(5);
    await other.close();
  });

  it('gives reasons for the settings that it chooses, and refuses unknown or contradictory settings', () => {
    const shape = { people: 99, items: 60_000, events: 500, medianLength: 5, longLength: 9, hasTexts: false };
    const { settings, reasons } = sequentialRecommender.complete({ width: 32 }, shape);
    expect(settings).toMatchObject({ width: 32, negatives: 2048, blocks: 1 });
    expect(reasons.join(' ')).toContain('2,048 drawn items');
    expect(() => sequentialRecommender.complete({ depth: 3 }, shape)).toThrow('depth');
    expect(() => sequentialRecommender.complete({ width: 30, heads: 4 }, shape)).toThrow('multiple of heads');
    const completeFrom = (given: object) => sequentialRecommender.complete(given, shape, files);
    expect(completeFrom({}).settings).toMatchObject({ width: 16, historyLength: 6, blocks: 1 });
    expect(() => completeFrom({ width: 64 })).toThrow('The base model has width 16, asked for is 64');
  });
});

describe('a fit', () => {
  const { train, validation } = leaveOneOut(round);
  const validated = { train, validation: validation.cases, given: { epochs: 4, patience: 20 } };

  it('keeps the best weights, and reports its validation curve', async () => {
    const { files: kept, facts } = await sequentialRecommender.fit(problem(validated), fitContext());
    expect(facts.curve).toHaveLength(4);
    const top = Math.max(...facts.curve.map(({ ndcgAt10 }) => ndcgAt10));
    expect(facts.validation!.ndcgAt10).toBe(top);
    expect(facts.curve[facts.bestEpoch - 1]!.ndcgAt10).toBe(top);
    const again = await opened(kept);
    expect(best(await again.score(historiesOf(validation.cases, 0, 1)))).toBe(round.items[1]);
    await again.close();
  });

  it('learns a small dataset with the default settings', async () => {
    const shape = { people: 60, items: 13, events: 420, medianLength: 7, longLength: 11, hasTexts: false };
    const { settings } = sequentialRecommender.complete({}, shape);
    const untouched = { ...problem(validated), settings };
    const { facts } = await sequentialRecommender.fit(untouched, fitContext());
    expect(facts.validation!.recallAt10).toBe(1);
    expect(facts.validation!.ndcgAt10).toBeGreaterThan(0.95);
  });

  it('stops when the validation no longer improves', async () => {
    const given = { epochs: 30, patience: 2 };
    const { facts } = await sequentialRecommender.fit(problem({ ...validated, given }), fitContext());
    expect(facts.epochs).toBe(facts.bestEpoch + 2);
  });

  it('resumes from its checkpoint and ends with the same files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-sequential-'));
    const checkpointPath = join(folder, 'fit.safetensors');
    const whole = await sequentialRecommender.fit(problem(validated), fitContext());
    for (const stopAt of [3, 70, 120]) {
      const stop = new AbortController();
      let steps = 0;
      const onProgress = () => ++steps === stopAt && stop.abort(new Error('stop'));
      const broken = sequentialRecommender.fit(
        problem(validated),
        fitContext({ checkpointPath, signal: stop.signal, onProgress: () => void onProgress() }),
      );
      await expect(broken).rejects.toThrow('stop');
    }
    const resumed = await sequentialRecommender.fit(problem(validated), fitContext({ checkpointPath }));
    expect(resumed.files).toEqual(whole.files);
    expect(resumed.facts.curve.map(({ ndcgAt10 }) => ndcgAt10)).toEqual(
      whole.facts.curve.map(({ ndcgAt10 }) => ndcgAt10),
    );
    // A fit that has ended is not trained further.
    const over = await sequentialRecommender.fit(problem(validated), fitContext({ checkpointPath }));
    expect(over.files).toEqual(whole.files);
    await rm(folder, { recursive: true });
  });
});

describe('a blended model', () => {
  const { train, validation } = leaveOneOut(round);
  // After an epoch the network has not learned the round, which a Markov chain knows at once.
  const brief = { train, validation: validation.cases, given: { epochs: 1, learning_rate: 1e-4 } };
  let blended: Fitted;
  let served: OpenModel;
  beforeAll(async () => {
    blended = await sequentialRecommender.fit(problem(brief), fitContext());
    served = await opened(blended.files);
  });
  afterAll(() => served.close());

  it('is above the network, and its facts say what each part adds', async () => {
    const { ndcgAt10, parts, keptShares } = blended.facts.blend!;
    expect(ndcgAt10.network).toBeLessThan(0.9);
    const adds = new Map(parts.map((part) => [part.name, part.adds]));
    expect([...adds.keys()]).toContain('markov');
    expect(Math.max(...parts.map((part) => part.adds))).toBeGreaterThan(0.05);
    expect(keptShares.markov).toBe(1);
    for (let start = 0; start < ROUND; start++) {
      const history = [0, 1, 2, 3].map((n) => (start + n) % ROUND);
      expect(best(await served.score(batchOf(history)))).toBe((start + 4) % ROUND);
    }
  });

  it('scores a history alone, in a batch and for candidates alike, and embeds as the network does', async () => {
    const histories = [[1], [2, 3], [], [4, 5, 6, 7, 8, 9, 10], [12], [3, 2, 1]];
    const together = await served.score(batchOf(...histories));
    const I = round.itemIds.length;
    for (const [row, history] of histories.entries()) {
      const own = together.slice(row * I, (row + 1) * I);
      expect(await served.score(batchOf(history))).toEqual(own);
      const candidates = Uint32Array.of(12, 3, 0, 7);
      const some = await served.scoreCandidates!(Uint32Array.from(history), candidates);
      expect(some).toEqual(Float32Array.from(candidates, (item) => own[item]!));
      expect(own.every(Number.isFinite)).toBe(true);
    }
    const content = readFiles(blended.files);
    const alone = await opened(writeFiles({ ...content, blend: null }));
    expect(await served.embed(batchOf([2, 3]))).toEqual(await alone.embed(batchOf([2, 3])));
    expect(await served.score(batchOf([]))).toEqual(await alone.score(batchOf([])));
    expect(served.memoryBytes).toBeGreaterThan(alone.memoryBytes);
    const [network, own] = [served.networkRanker, alone.ranker] as [ScoringRanker, ScoringRanker];
    expect(network.name).toBe('network alone');
    const two = { ...batchOf([2, 3]), timestampsMs: Float64Array.of(1, 2), momentsMs: Float64Array.of(3) };
    expect(await network.score(two)).toEqual(await own.score(two));
    expect(alone.networkRanker).toBeUndefined();
    await alone.close();
  });

  it('ranks by popularity, and says so, where a part that counts serves alone and has no link', async () => {
    const content = readFiles(blended.files);
    const { links, recentCounts: recent, weights } = content.blend!;
    const alone = { lengths: weights.lengths, weights: { markov: { short: 1, long: 1 } } };
    const blend = { weights: alone, links, recentCounts: recent };
    const model = await opened(writeFiles({ ...content, blend }));
    const names = itemNames(round.itemIds);
    const asked = (history: readonly number[]) => ({
      query: { kind: 'predict', history: [], candidates: null, limit: ROUND } as const,
      resolved: {
        ...{ history: Uint32Array.from(history), times: undefined, candidates: null, mask: null },
        ...{ excluded: new Set(history), boosts: [], ignored: [], historyTruncated: false },
      },
    });
    const filters = itemFilters(round.itemIds.length, null);
    const answers = await answerPredictions({ modelId: 'm', model, names, filters }, [
      asked([12]),
      asked([3]),
      asked([]),
    ]);
    expect(answers.map(({ byPopularity }) => byPopularity)).toEqual([true, false, true]);
    const countsOf = (items: (typeof answers)[number]['items']) =>
      items.map(({ itemId }) => content.counts[round.itemIds.indexOf(itemId)]!);
    const falling = Array.from(content.counts.subarray(0, ROUND)).sort((a, b) => b - a);
    expect(countsOf(answers[0]!.items)).toEqual(falling);
    // Behind the items that are linked, the others follow by popularity.
    const rest = countsOf(answers[1]!.items.filter(({ score }) => score < 1e-3));
    expect(rest).toEqual(rest.toSorted((a, b) => b - a));
    expect(rest.length).toBeGreaterThan(5);
    await model.close();
  });

  it('hands its weights to the fit on everything, which fits the parts again', async () => {
    const whole = await sequentialRecommender.fit(
      problem({ train: round, given: brief.given, blend: blended.facts.blend! }),
      fitContext(),
    );
    const [before, after] = [readFiles(blended.files).blend!, readFiles(whole.files).blend!];
    expect(after.weights).toEqual(before.weights);
    expect(Object.keys(after.links)).toEqual(Object.keys(before.links));
    expect(after.links).not.toEqual(before.links);
  });

  it('takes what people take now where the validation is later than the training', async () => {
    const DAY_MS = 86_400_000;
    // A hundred people have four old items of 29. Then item 29 comes up: six others take it on day 45, the
    // hundred on day 50.
    const rows = Array.from({ length: 106 }, (_, person) => {
      if (person < 6) return [[29, 45 * DAY_MS] as const];
      const old = [...new Set(Array.from(randomUniform(person, 'old items', 4), (x) => Math.floor(29 * x)))];
      return [...old.map((item, n) => [item, 10 * n * DAY_MS] as const), [29, 50 * DAY_MS] as const];
    });
    const all = historiesOfRows(30, rows);
    const split = splitByTime(all, { validationFromMs: 48 * DAY_MS, testFromMs: 60 * DAY_MS });
    const { train: past, cases } = split.validation;
    const { given } = brief;
    const { facts } = await sequentialRecommender.fit(
      problem({ train: past, validation: cases, given }),
      fitContext(),
    );
    const recent = facts.blend!.parts.find(({ name }) => name === 'recent_popularity')!;
    expect([recent.ndcgAlone, recent.weight.short > 0]).toEqual([1, true]);
    const days = facts.blend!.recentWindowDays!;
    expect(days).toBeLessThan(120);
    const whole = await sequentialRecommender.fit(
      problem({ train: all, given, blend: facts.blend! }),
      fitContext(),
    );
    expect(readFiles(whole.files).blend!.recentCounts).toEqual(recentCounts(all, days));
    const model = await opened(whole.files);
    expect(best(await model.score(batchOf([3, 5])))).toBe(29);
    await model.close();
  });

  it('has what a person takes most often as a part where repeats are kept', async () => {
    const kept = await sequentialRecommender.fit({ ...problem(brief), repeats: 'kept' }, fitContext());
    const namesOf = ({ facts }: Fitted) => facts.blend!.parts.map(({ name }) => name);
    expect(namesOf(kept)).toEqual(namesOf(blended).toSpliced(5, 0, 'own_frequency'));
  });

  it('is the network alone if asked for, or if nothing was held out', async () => {
    const without = { ...brief, given: { ...brief.given, blend: false } };
    const { files: alone, facts } = await sequentialRecommender.fit(problem(without), fitContext());
    expect(Object.keys(readFiles(alone).blend!.weights.weights)).toEqual(['network']);
    expect(facts.blend!.parts.map(({ name }) => name)).toEqual(['network']);
    expect(readFiles(files).blend).toBeNull();
  });
});

describe('items without training events', () => {
  /** Unit vectors; items of one kind have the same vector. */
  const textVectors = (I: number, kindOf: (item: number) => number) => {
    const values = new Float32Array(I * 8);
    for (let item = 0; item < I; item++) values[item * 8 + kindOf(item)] = 1;
    return { values, width: 8 };
  };

  it('are ranked by their texts', async () => {
    // A person has items of one kind only: 0 … 5 or 6 … 11. Items 12 (second kind) and 13 (first kind) have
    // no events.
    const kinds = (item: number) => (item === 12 ? 1 : item === 13 ? 0 : Math.floor(item / 6));
    const train = historiesOfRows(
      14,
      Array.from({ length: 60 }, (_, person) =>
        Array.from(
          { length: 5 },
          (__, n) => [(person % 2) * 6 + ((person * 5 + n * (1 + (person % 4))) % 6), n] as const,
        ),
      ),
    );
    const catalogue = { itemIds: train.itemIds, textVectors: textVectors(14, kinds), createdAtMs: null };
    const textual = await opened(await fitted({ train, catalogue }));
    const [first, second] = [await textual.score(batchOf([0, 1])), await textual.score(batchOf([7, 8]))];
    expect(first[13]).toBeGreaterThan(first[12]!);
    expect(second[12]).toBeGreaterThan(second[13]!);
    await textual.close();
  });

  it('are added to a base model without changing its known items', async () => {
    const more = historiesOfRows(
      ROUND + 3,
      Array.from({ length: 30 }, () => [0, 13, 14].map((item, n) => [item, n] as const)),
    );
    const itemIds = more.itemIds.toReversed();
    const train: Histories = { ...more, itemIds, items: more.items.map((item) => itemIds.length - 1 - item) };
    const base = { files, itemIds: round.itemIds };
    const completeFrom = { train, catalogue: { itemIds, textVectors: null, createdAtMs: null }, base };
    const at = (item: number) => itemIds.length - 1 - item;
    const untouched = await opened(
      await fitted({ ...completeFrom, given: { epochs: 1, learning_rate: 1e-9 } }),
    );
    const old = await model.score(batchOf([2, 3, 4]));
    const same = await untouched.score(batchOf([2, 3, 4].map(at)));
    for (let item = 0; item < ROUND; item++) expect(same[at(item)]).toBeCloseTo(old[item]!, 4);
    await untouched.close();
    const further = await opened(await fitted({ ...completeFrom, given: { epochs: 4 } }));
    expect(best(await further.score(batchOf([at(0), at(13)])))).toBe(at(14));
    await further.close();
  });
});

describe('the short list of a large catalogue', () => {
  const ITEMS = 3000;
  /** The fitted network over other items: vectors at random, a fifth of zeros, with links at random. */
  async function large(): Promise<ModelFiles> {
    const random = new SeededRandom(5);
    const content = readFiles(files);
    const vectors = Float32Array.from({ length: ITEMS * 16 }, (_, at) =>
      Math.floor(at / 16) % 5 === 0 ? 0 : random.uniform() - 0.5,
    );
    const links = (width: number) => ({
      offsets: Uint32Array.from({ length: ITEMS + 1 }, (_, item) => item * width),
      items: Uint32Array.from({ length: ITEMS * width }, () => random.below(ITEMS)),
      weights: Float32Array.from({ length: ITEMS * width }, () => random.uniform() - 0.3),
    });
    const both = { short: 1, long: 0.5 };
    const linked = { ease_recent: both, ease_history: both, markov: both };
    const weights = { network: both, ...linked, popularity: both, recent_popularity: both };
    return writeFiles({
      ...content,
      items: ITEMS,
      vectors,
      outputVectors: vectors,
      counts: Float32Array.from({ length: ITEMS }, () => random.below(50)),
      known: new Float32Array(ITEMS).fill(1),
      blend: {
        weights: { lengths: { short: 2, long: 20 }, weights },
        links: { ease: links(20), markov: links(5) },
        recentCounts: Float32Array.from({ length: ITEMS }, () => Math.max(0, random.below(9) - 5)),
      },
    });
  }

  it('gives the answers that the scores of all items give, with the same scores', async () => {
    const blended = await large();
    const alone = writeFiles({ ...readFiles(blended), blend: null });
    for (const model of [await opened(blended), await opened(alone)]) {
      const { scoreShortlist: _, ...exhaustive } = model;
      const names = itemNames(Array.from({ length: ITEMS }, (__, item) => `i${item}`));
      const filters = itemFilters(ITEMS, null);
      const random = new SeededRandom(6);
      for (let n = 0; n < 40; n++) {
        const history = Uint32Array.from({ length: 1 + random.below(9) }, () => random.below(ITEMS));
        const mask = Uint8Array.from({ length: ITEMS }, () => random.below(2));
        const among = Uint32Array.from({ length: ITEMS }, (__, item) => item).filter(
          (item) => item % 4 !== n % 4,
        );
        const asked = {
          query: { kind: 'predict' as const, history: [], candidates: null, limit: 1 + random.below(40) },
          resolved: {
            history,
            times: undefined,
            candidates: n % 2 === 0 ? null : among,
            excluded: new Set(history),
            mask: null,
            boosts: n % 3 === 0 ? [{ mask, weight: random.uniform() - 0.5 }] : [],
            ignored: [],
            historyTruncated: false,
          },
        };
        const [short] = await answerPredictions({ modelId: 'm', model, names, filters }, [asked]);
        const [whole] = await answerPredictions({ modelId: 'm', model: exhaustive, names, filters }, [asked]);
        expect(short).toEqual(whole);
        expect(short!.items).toHaveLength(asked.query.limit);
      }
      await model.close();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { randomCrossEncoder } from '../../../ranking/cross-encoder/testing/random-cross-encoder.ts';
import { domainPrior } from '../../../ranking/models/model-catalog.ts';
import { decodeRankingModel, encodeRankingModel, type RankingModel } from '../../../ranking/ranking-model.ts';
import { areaUnderCurve } from '../../evaluate/area-under-curve.ts';
import { takePairs } from '../../labelled-pairs.ts';
import type { TrainingSet } from '../../training-set.ts';
import { fitPeople } from '../fit-people.ts';
import { fitRankingModel } from '../fit-ranking-model.ts';
import { scorePairs } from '../score-pairs.ts';
import { meeting, type TwoSidedWorld, twoSidedWorld } from '../testing/two-sided-world.ts';
import { chooseCrossEncoder, FEWEST_OUTCOMES } from './choose-cross-encoder.ts';
import { pairVocabularyOf } from './pair-vocabulary-of.ts';

const base = domainPrior(meeting);

/** A pair has two adjacent rows, one for each direction; every fifth pair is held out. */
function split({ set }: TwoSidedWorld) {
  const all = Uint32Array.from(set.outcomes.seekers.keys());
  return { known: all.filter((n) => (n >> 1) % 5 !== 0), unseen: all.filter((n) => (n >> 1) % 5 === 0) };
}

const train = (set: TrainingSet, rows: Uint32Array) =>
  fitRankingModel(set, { rows, base, version: 'tenant-meeting@1', seed: 1 });

async function aucOf(model: RankingModel, set: TrainingSet, rows: Uint32Array): Promise<number> {
  const { labels, weights, ...pairs } = takePairs(set.outcomes, rows);
  const scores = await scorePairs(model, set).score(pairs);
  const clusters = new Uint32Array(rows.length);
  return areaUnderCurve({ scores, labels, weights, clusters })(Float64Array.of(1));
}

describe('the cross encoder', () => {
  it('is kept where fields count only together, raises AUC by it, and never sees the pair that it is asked about', async () => {
    const { set, ...truth } = twoSidedWorld({ people: 600, pairs: 1300, seed: 5, moods: 3 });
    const { known, unseen } = split({ set, ...truth });
    const model = await train(set, known);
    expect(model.card.parts.cross_encoder).toMatchObject({ kept: true });
    const plain = await aucOf({ ...model, crossEncoder: null }, set, unseen);
    expect(await aucOf(model, set, unseen)).toBeGreaterThan(plain + 0.15);

    const labels = set.outcomes.labels.slice();
    for (const n of unseen) labels[n]! ^= 1;
    const flipped = await train({ ...set, outcomes: { ...set.outcomes, labels } }, known);
    const [asItIs, asFlipped] = [encodeRankingModel(model), encodeRankingModel(flipped)];
    expect(asItIs.files.has('cross-encoder.onnx')).toBe(true);
    expect(asItIs.files.has('cross-encoder-without-3.onnx')).toBe(true);
    expect(asFlipped).toEqual(asItIs);

    const all = Uint32Array.from(set.outcomes.seekers.keys());
    const served = await fitRankingModel(set, { rows: all, base, version: 'served@1', seed: 1, like: model });
    expect(served.crossEncoder!.model).not.toEqual(model.crossEncoder!.model);
    expect(served.crossEncoder!.unseenParts).toBeUndefined();
    expect(served.card.parts).toEqual(model.card.parts);
    expect(await aucOf(served, set, known)).toBeGreaterThan((await aucOf(model, set, known)) - 0.01);

    const decoded = await decodeRankingModel(asItIs.card, async (name) => asItIs.files.get(name)!);
    expect(await aucOf(decoded, set, unseen)).toBe(await aucOf(model, set, unseen));
    // An erased person has no row, and is read like a person without values.
    const erased = set.people.map((person, n) => (n === 0 ? { ...person, row: null } : person));
    expect(await aucOf(decoded, { ...set, people: erased }, unseen)).toBeGreaterThan(plain);
  }, 120_000);

  it('is left out where terms hold all there is to know', async () => {
    const world = twoSidedWorld({ people: 600, pairs: 1300, seed: 5 });
    const model = await train(world.set, split(world).known);
    expect(model.card.parts.cross_encoder).toMatchObject({ kept: false });
    expect(model.card.parts.cross_encoder!.figures.steps).toBeDefined();
    expect(model.crossEncoder).toBeNull();
  }, 60_000);

  it('continues from an earlier one that has not seen what judges it, and says so; deterministic', async () => {
    const input = residualsOf(2);
    const vocabulary = pairVocabularyOf(input.definition, input.persons);
    const modelOf = (seed: number) => randomCrossEncoder(vocabulary, seed).model;
    const unseenParts = [2, 3, 4].map(modelOf);
    const crossEncoder = { vocabulary, model: modelOf(1), unseenParts };
    const before = { ...base, card: { ...base.card, version: 'before@1' }, crossEncoder };
    const continued = await chooseCrossEncoder({ ...input, before });
    const { report } = continued;
    expect(report.reason).toMatch(/continued from that of before@1, which knows (\d+) of \1 tokens$/);
    expect(await chooseCrossEncoder({ ...input, before })).toEqual(continued);
    const scratch = await chooseCrossEncoder(input);
    expect(scratch.report.reason).toMatch(/trained from scratch, because there is no earlier one$/);
    expect(scratch.report.figures.known_tokens).toBe(0);
    expect(scratch.report.figures.held_out_log_loss_with).not.toBe(report.figures.held_out_log_loss_with);
    const refitted = { ...before, crossEncoder: { vocabulary, model: modelOf(1) } };
    const { report: other } = await chooseCrossEncoder({ ...input, before: refitted });
    expect(other.reason).toMatch(
      /from scratch, because the earlier one has seen the outcomes that would judge it$/,
    );
    expect(other.figures).toEqual(scratch.report.figures);
  }, 60_000);

  it('stops in the middle of a training, and the next one is as if nothing had been', async () => {
    const input = residualsOf(2);
    let steps = 0;
    const signal = new AbortController().signal;
    signal.throwIfAborted = () => {
      steps++;
      if (steps > 20) throw new Error('cancelled');
    };
    await expect(chooseCrossEncoder({ ...input, signal })).rejects.toThrow('cancelled');
    expect(steps).toBe(21);
    expect(await chooseCrossEncoder(input)).toEqual(await chooseCrossEncoder(input));
  }, 60_000);

  it('is not tried with few outcomes, nor where there is nothing to read', async () => {
    const input = residualsOf(2);
    const { persons } = input;
    const few = await chooseCrossEncoder({ ...input, rows: input.rows.subarray(1) });
    expect(few.report.reason).toContain('it wants 2000 outcomes');
    const empty = persons.map((person) => ({ ...person, value: () => undefined }));
    const bare = await chooseCrossEncoder({ ...input, persons: empty });
    expect(bare.report.reason).toContain('nothing of the people');
    const signal = AbortSignal.abort(new Error('no longer wanted'));
    await expect(chooseCrossEncoder({ ...input, signal })).rejects.toThrow('no longer wanted');
  }, 60_000);

  it('is not tried where one person decides everything, so that none of that could be held out', async () => {
    const input = residualsOf(2);
    const raters = input.raters.map(() => 0);
    const { report, encoder } = await chooseCrossEncoder({ ...input, raters });
    expect(encoder).toBeNull();
    expect(report.reason).toMatch(/^not tried: too few people decide/);
    expect(Object.values(report.figures).every(Number.isFinite)).toBe(true);
  });

  it('is left out, with finite figures, where all people are alike', async () => {
    const input = residualsOf(2);
    const persons = input.persons.map(() => input.persons[0]!);
    const weights = input.weights.map((_, n) => [1e-6, 1, 100][n % 3]!);
    const labels = input.labels.map((_, n) => (n >> 2) & 1);
    const { report } = await chooseCrossEncoder({ ...input, persons, weights, labels });
    expect(report.kept).toBe(false);
    expect(Object.values(report.figures).every(Number.isFinite)).toBe(true);
  }, 60_000);
});

/** The fewest outcomes with which a cross encoder is tried, before any part explains them. */
function residualsOf(seed: number) {
  const { set } = twoSidedWorld({ people: 60, pairs: FEWEST_OUTCOMES / 2, seed });
  const N = set.outcomes.labels.length;
  return {
    raters: set.outcomes.seekers,
    rated: set.outcomes.candidates,
    labels: set.outcomes.labels,
    weights: set.outcomes.weights,
    offsets: new Float64Array(N),
    shrinkFactors: new Float64Array(N).fill(1),
    rows: Uint32Array.from({ length: N }, (_, n) => n),
    definition: meeting,
    persons: fitPeople(set).persons,
    userIds: set.outcomes.people,
    encoderId: set.encoderId,
    seed: 1,
  };
}

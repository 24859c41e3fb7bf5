import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, ortTensor } from '../../../../engines/tensor/onnx/open-session.ts';
import { tensorBytes, tensorsOf } from '../../../../engines/tensor/training/tensor-file.ts';
import { NO_ITEM } from '../../evaluation/ranker.ts';
import type { Fitted, OpenModel } from '../architecture.ts';
import { generativeRetriever } from './generative-retriever.ts';
import { readFiles } from './model-files.ts';
import { planFit } from './plan-fit.ts';
import { batchOf, fitContext, RING, ringProblem } from './testing/pattern-problem.ts';
import { trainingBatch } from './training-batch.ts';

let fitted: Fitted;
let model: OpenModel;
const problem = ringProblem();
beforeAll(async () => {
  fitted = await generativeRetriever.fit(problem, fitContext());
  model = await generativeRetriever.open(fitted.files, { threads: 1 });
});
afterAll(() => model.close());

const generate = (history: readonly number[], limit: number, beam = limit) =>
  model.generate!(Uint32Array.from(history), { limit, beam });

describe('a retriever that learned a ring of items', () => {
  it('generates the next item, always', async () => {
    for (let start = 0; start < RING; start++) {
      const history = [0, 1, 2].map((step) => (start + step) % RING);
      const [first] = await generate(history, 1, 5);
      expect(first!.item).toBe((start + 3) % RING);
    }
    expect(fitted.facts.validation!.recallAt10).toBe(1);
    expect(fitted.facts.curve.length).toBe(fitted.facts.epochs);
    expect(fitted.facts.bestEpoch).toBeLessThanOrEqual(fitted.facts.epochs);
    expect(fitted.facts.newItems).toMatchObject({ items: 1, kinds: { undated: { items: 1 } } });
  });

  it('lists the whole catalogue where the beam is wide enough, including the item without events', async () => {
    const all = await generate([3, 4], 100, 200);
    expect(all.map(({ item }) => item).sort((a, b) => a - b)).toEqual([...Array(RING + 1).keys()]);
    const { value } = fitted.facts.temperature!;
    expect(all.reduce((sum, { score }) => sum + Math.exp(score * value), 0)).toBeCloseTo(1, 6);
    for (const { item, codes } of all)
      expect(codes).toEqual([...problem.codes!.codes.subarray(2 * item, 2 * item + 2)]);
  });

  it('scores all items as it generates them, at the temperature of the validation', async () => {
    const scores = await model.score(batchOf([[3, 4]]));
    const { value, cases } = fitted.facts.temperature!;
    expect([value > 0, cases >= 10]).toEqual([true, true]);
    for (const { item, score } of await generate([3, 4], 100)) expect(scores[item]).toBeCloseTo(score, 3);
    expect(scores.reduce((sum, score) => sum + Math.exp(score * value), 0)).toBeCloseTo(1, 4);
  });

  it('learns nothing from a step whose targets were all turned down', () => {
    const { source } = planFit(problem);
    const weights = new Float32Array(source.events.length);
    const batch = trainingBatch({ ...source, weights }, [{ start: 0, end: 3 }], 1);
    expect(new Set(batch['weights/0']!.values as Float32Array)).toEqual(new Set([0]));
  });

  it('gives a history the same result alone and in a batch', async () => {
    const [alone, together] = [
      await model.score(batchOf([[3, 4]])),
      await model.score(batchOf([[7, 8, 9, 10], [3, 4], []])),
    ];
    expect(together.subarray(RING + 1, 2 * (RING + 1))).toEqual(alone);
    const states = await model.embed(batchOf([[7], [3, 4]]));
    expect(states.subarray(16)).toEqual(await model.embed(batchOf([[3, 4]])));
    const ranker = model.ranker as Extract<typeof model.ranker, { readonly list: unknown }>;
    const lists = await ranker.list(
      batchOf([
        [7, 8, 9, 10],
        [3, 4],
      ]),
      20,
      true,
    );
    expect([...lists.subarray(0, 9)].some((item) => [7, 8, 9, 10].includes(item))).toBe(false);
    expect([...lists.subarray(9, 20)]).toEqual(Array(11).fill(NO_ITEM));
    expect(lists[20]).toBe(5);
  });

  it('opens files of the earlier format, which have contents in place of links', async () => {
    const { arrays, metadata } = tensorsOf(fitted.files.get('weights.safetensors')!, 'weights');
    const I = RING + 1;
    const earlier = [
      ...arrays.filter(({ name }) => !name.startsWith('new-item')),
      { name: 'novelty-share', shape: [1], values: Float32Array.of(0.1) },
      { name: 'contents', shape: [I, 2], values: Float32Array.from({ length: 2 * I }, (_, at) => at % 5) },
      { name: 'contents-weights', shape: [2], values: Float32Array.of(4, 2) },
    ];
    const bytes = tensorBytes({
      arrays: earlier,
      metadata: { ...metadata, format: 'generative-retriever 2' },
    });
    const files = new Map([...fitted.files, ['weights.safetensors', bytes]]);
    const opened = await generativeRetriever.open(files, { threads: 1 });
    const all = await opened.generate!(Uint32Array.of(3, 4), { limit: 20, beam: 20 });
    expect(all[0]!.item).toBe(5);
    expect(all.map(({ item }) => item)).toContain(RING);
    const { value } = fitted.facts.temperature!;
    expect(all.reduce((sum, { score }) => sum + Math.exp(score * value), 0)).toBeCloseTo(1, 5);
    await opened.close();
  });

  it('generates items after an empty history too', async () => {
    const all = await generate([], 20);
    expect(all.length).toBe(RING + 1);
    const { value } = fitted.facts.temperature!;
    expect(all.reduce((sum, { score }) => sum + Math.exp(score * value), 0)).toBeCloseTo(1, 6);
  });

  it('reads the end of a history that exceeds the maximum length', async () => {
    const long = Array.from({ length: 30 }, (_, at) => at % RING);
    const { maxHistoryItems } = model;
    expect(await generate(long, 5)).toEqual(await generate(long.slice(-maxHistoryItems), 5));
  });

  it('does not let a later item change the state at an earlier position', async () => {
    const reader = await openSession(fitted.files.get('model.onnx')!);
    const { vectors } = readFiles(fitted.files);
    const stateAfterTwo = async (...later: readonly number[]) => {
      const items = Int32Array.of(RING + 1, 2, 3, ...later);
      const { states } = await reader.run({
        items: ortTensor('int32', items, [1, items.length]),
        places: ortTensor('int32', Int32Array.of(2), [1]),
        vectors: ortTensor('float32', vectors, [RING + 2, 16]),
      });
      return states!.data as Float32Array;
    };
    expect(await stateAfterTwo(9, 1, 7)).toEqual(await stateAfterTwo(4, 5, 6));
    const states = await stateAfterTwo(9, 1, 7);
    for (const [at, value] of (await model.embed(batchOf([[2, 3]]))).entries())
      expect(states[at]).toBeCloseTo(value, 5);
    await reader.release();
  });
});

describe('fitting', () => {
  it('continues from a base model, with one more item in the catalogue', async () => {
    const itemIds = [...problem.catalogue.itemIds.slice().reverse(), 'new'];
    const old = problem.codes!;
    const codes = Uint16Array.from({ length: 2 * itemIds.length });
    for (const [row, id] of itemIds.slice(0, -1).entries())
      codes.set(old.codes.subarray(2 * Number(id.slice(1)), 2 * Number(id.slice(1)) + 2), 2 * row);
    const after = await generativeRetriever.fit(
      {
        ...problem,
        catalogue: { itemIds, textVectors: null, createdAtMs: null },
        train: {
          ...problem.train,
          itemIds,
          items: problem.train.items.map((item) => RING - item),
        },
        validation: null,
        settings: { ...problem.settings, epochs: 1, learningRate: 1e-6 },
        base: { files: fitted.files, itemIds: problem.catalogue.itemIds },
        codes: { ...old, codes, suffixes: new Uint32Array(itemIds.length) },
      },
      fitContext(),
    );
    const opened = await generativeRetriever.open(after.files, { threads: 1 });
    const [first] = await opened.generate!(Uint32Array.of(RING - 3, RING - 4), { limit: 1, beam: 5 });
    expect(itemIds[first!.item]).toBe('i5');
    const all = await opened.generate!(Uint32Array.of(RING - 3), { limit: 100, beam: 100 });
    expect(all.map(({ item }) => itemIds[item])).toContain('new');
    await opened.close();
  });

  it('has the network of its base model, and refuses another', () => {
    const shape = { people: 40, items: RING, events: 240, medianLength: 6, longLength: 8, hasTexts: false };
    const { settings } = generativeRetriever.complete({}, shape, fitted.files);
    expect(settings).toMatchObject({ width: 16, decoderWidth: 16, historyLength: 10, itemVectors: true });
    expect(() => generativeRetriever.complete({ width: 32 }, shape, fitted.files)).toThrow(
      'The base model has width 16',
    );
  });

  it('is refused without codes, and with a base model of another tokenizer', async () => {
    await expect(generativeRetriever.fit({ ...problem, codes: null }, fitContext())).rejects.toThrow(
      'needs the codes',
    );
    const other = { ...problem.codes!, tokenizerId: 'tok_other' };
    const base = { files: fitted.files, itemIds: problem.catalogue.itemIds };
    await expect(generativeRetriever.fit({ ...problem, base, codes: other }, fitContext())).rejects.toThrow(
      'uses the codes of tokenizer tok_test',
    );
  });
});

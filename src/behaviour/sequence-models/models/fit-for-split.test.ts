import { describe, expect, it } from 'vitest';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { temporalSplit } from '../splits/temporal-split.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import type { Architecture, FitFacts, FitProblem, OpenModel } from './architecture.ts';
import { cardProtocols } from './card-protocols.ts';
import { fitForSplit } from './fit-for-split.ts';

interface Settings {
  readonly epochs: number;
}

/** A fitter whose architecture reports epoch 7 as the best and records its calls. */
function observed() {
  const fits: { readonly problem: FitProblem<Settings>; readonly checkpointPath: string | null }[] = [];
  const reported: string[] = [];
  let closed = 0;
  const facts: FitFacts = {
    epochs: 9,
    bestEpoch: 7,
    steps: 90,
    parameters: 5,
    minutes: 1,
    peakMemoryBytes: 1,
    validation: null,
    curve: [],
    blend: { cases: 60 } as NonNullable<FitFacts['blend']>,
  };
  const architecture: Architecture<Settings> = {
    name: 'sequential-recommender',
    capabilities: ['predict'],
    complete: () => ({ settings: { epochs: 9 }, reasons: [] }),
    fit: async (problem, { checkpointPath, onProgress }) => {
      fits.push({ problem, checkpointPath });
      onProgress({
        epoch: 9,
        estimate: { done: 9, expected: 9, max: 9, best: null },
        loss: 0,
        validationNdcg: null,
      });
      return { files: new Map([['model.onnx', Uint8Array.of(fits.length)]]), facts };
    },
    open: async (files) =>
      ({
        ranker: { name: 'its own', score: () => Float32Array.of(files.get('model.onnx')![0]!) },
        close: async () => void closed++,
      }) as unknown as OpenModel,
  };
  const fitSplit = fitForSplit({
    architecture,
    name: 'shop v1',
    catalogue: { itemIds: [], textVectors: null, createdAtMs: null },
    settings: { epochs: 9 },
    base: null,
    codes: null,
    seed: 4,
    threads: 1,
    maxMemoryBytes: 1,
    signal: new AbortController().signal,
    onProgress: ({ fit: which }) => reported.push(which),
    checkpointPathOf: (which) => `/scratch/${which}`,
  });
  return { fits, facts, reported, fitSplit, closed: () => closed };
}

const histories = historiesOfRows(
  9,
  Array.from({ length: 20 }, (_, person) =>
    Array.from({ length: 5 }, (__, n) => [(person + n) % 9, person + 4 * n] as const),
  ),
);

describe('a fit for a split', () => {
  it('is a single fit for leave-one-out', async () => {
    const { fits, fitSplit, closed } = observed();
    const split = leaveOneOut(histories);
    const fitted = await fitSplit(split, 'shuffled');
    expect(fits).toHaveLength(1);
    expect(fits[0]!.problem).toMatchObject({
      train: split.train,
      validation: split.validation.cases,
      seed: 4,
    });
    expect(fits[0]!.checkpointPath).toBe('/scratch/leave-one-out-shuffled');
    expect(fitted.ranker.name).toBe('shop v1');
    expect(fitted.facts.bestEpoch).toBe(7);
    await fitted.close();
    expect(closed()).toBe(1);
  });

  it('is repeated for a temporal split on all earlier events, for the best number of epochs', async () => {
    const { fits, reported, fitSplit } = observed();
    const split = temporalSplit(histories);
    const { ranker } = await fitSplit(split, 'imported');
    expect(fits.map(({ problem }) => problem.train)).toEqual([split.validation.train, split.train]);
    expect(fits.map(({ problem }) => problem.settings.epochs)).toEqual([9, 7]);
    expect(fits[1]!.problem.validation).toBeNull();
    // The blend is that of the first fit, which chose it on its validation.
    expect(fits.map(({ problem }) => problem.blend)).toEqual([undefined, { cases: 60 }]);
    expect(reported).toEqual(['temporal-imported', 'temporal-imported-whole']);
    // The second fit is the one that is evaluated.
    expect('score' in ranker && ranker.score({} as never)).toEqual(Float32Array.of(2));
  });

  it('takes what an earlier fit has chosen, so that a model is judged as it serves', async () => {
    const { fits, facts, fitSplit } = observed();
    const chosen = { ...facts, bestEpoch: 3, passes: 2 };
    for (const split of [leaveOneOut(histories), temporalSplit(histories)])
      expect((await fitSplit(split, 'imported', chosen)).facts).toBe(chosen);
    expect(fits.map(({ problem }) => problem.train)).toEqual([
      leaveOneOut(histories).train,
      temporalSplit(histories).train,
    ]);
    for (const { problem } of fits)
      expect(problem).toMatchObject({
        validation: null,
        settings: { epochs: 3 },
        blend: { cases: 60 },
        passesAnEpoch: 2,
      });
  });
});

describe('the evaluation protocols of a card', () => {
  const named = (requested: Parameters<typeof cardProtocols>[0], rows = histories) =>
    cardProtocols(requested, rows).map(({ split, ties }) => `${split} ${ties}`);

  it('include shuffled ties if there are ties', () => {
    expect(named('standard')).toEqual(['leave-one-out imported', 'temporal imported']);
    const tied = { ...histories, timestampsMs: histories.timestampsMs.map(() => 1) };
    expect(named('standard', tied)).toEqual([
      'leave-one-out imported',
      'leave-one-out shuffled',
      'temporal imported',
    ]);
  });

  it('are all, one or none on request', () => {
    expect(named('full')).toHaveLength(4);
    expect(named('brief')).toEqual(['leave-one-out imported']);
    expect(named('none')).toEqual([]);
  });
});

/**
 * The progress reports of an adaptation, with scripted validation results. The fits, splits and epochs are
 * the real ones; a training step only advances the clock by one second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import type { Trainer } from '../../../engines/tensor/training/trainer.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { StoreChange } from '../../../platform/storage/store-change.ts';
import { allProtocols, type EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import { collectHistories } from '../histories/collect-histories.ts';
import type { Architecture, OpenModel } from '../models/architecture.ts';
import { trainEpochs } from '../models/training/train-epochs.ts';
import { snapshotOf } from '../testing/snapshot-of.ts';
import { adaptationProgress } from './adaptation-progress.ts';
import {
  type Adaptation,
  type AdaptationState,
  carryOutAdaptation,
  nothingYet,
} from './carry-out-adaptation.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 1000;
const STEPS_AN_EPOCH = 4;
const EPOCHS = 100;
const PATIENCE = 5;

const catalogue = 'abcdef';
const snapshot = snapshotOf(
  catalogue,
  Array.from({ length: 12 }, (_, person) =>
    Array.from({ length: 5 }, (__, step) => ({
      person: `p${person}`,
      item: catalogue[(person + step) % catalogue.length]!,
      timestampMs: 86_400_000 * step + person,
      kind: 'view',
      value: 1,
    })),
  ).flat(),
);

interface ProgressReport {
  readonly share: number;
  readonly atMs: number;
  readonly stage: string;
  readonly epoch: number | undefined;
  readonly left: number | undefined;
  readonly leftAtMost: number | undefined;
}

interface Clock {
  nowMs: number;
}

const trainer = (clock: Clock): Trainer => {
  let steps = 0;
  return {
    get steps() {
      return steps;
    },
    step: async () => {
      steps++;
      clock.nowMs += STEP_MS;
      return { loss: 1, gradientNorm: 1, metrics: {} };
    },
    parameters: () => new Map(),
    setParameter: () => {},
  } as unknown as Trainer;
};

/** `scripts[f][e - 1]`: the nDCG of fit f after epoch e; 0 beyond the end of a script. */
function scripted(clock: Clock, scripts: readonly (readonly number[])[]): Architecture<{ epochs: number }> {
  let fits = 0;
  return {
    name: 'sequential-recommender',
    capabilities: ['predict'],
    complete: () => ({ settings: { epochs: EPOCHS }, reasons: [] }),
    fit: async ({ settings, validation }, context) => {
      const script = validation === null ? [] : scripts[fits++ % scripts.length]!;
      let epoch = 0;
      const facts = await trainEpochs(
        {
          trainer: trainer(clock),
          epochs: settings.epochs,
          patience: PATIENCE,
          planOf: () => ({ steps: STEPS_AN_EPOCH, batchOf: () => ({}) }),
          validate:
            validation === null ? null : async () => ({ recallAt10: 0, ndcgAt10: script[epoch++] ?? 0 }),
        },
        { ...context, checkpointPath: null },
      );
      return { files: new Map(), facts: { ...facts, parameters: 1 } };
    },
    open: async () =>
      ({
        capabilities: ['predict'],
        maxHistoryItems: 5,
        embeddingDimensions: 1,
        ranker: {
          name: 'scripted',
          score: ({ offsets }) => new Float32Array((offsets.length - 1) * catalogue.length),
        },
        close: async () => {},
      }) as Partial<OpenModel> as OpenModel,
  };
}

async function adapted(
  scripts: readonly (readonly number[])[],
  protocols: readonly EvaluationProtocol[],
  protocol: SelectionProtocol | null = 'leave_one_out',
): Promise<readonly ProgressReport[]> {
  const { adaptation, tools, clock } = await scene(scripts, protocols, protocol);
  const reports: ProgressReport[] = [];
  const context: Pick<TaskContext, 'signal' | 'progress' | 'checkpoint'> = {
    signal: new AbortController().signal,
    checkpoint: async () => {},
    progress: (share, detail = {}) =>
      reports.push({
        share,
        atMs: clock.nowMs,
        stage: detail.stage as string,
        epoch: detail.epoch as number | undefined,
        left: detail.minutes_left as number | undefined,
        leftAtMost: detail.minutes_left_at_most as number | undefined,
      }),
  };
  await carryOutAdaptation(tools, adaptation, context as TaskContext, nothingYet);
  return reports;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function scene(
  scripts: readonly (readonly number[])[],
  protocols: readonly EvaluationProtocol[],
  protocol: SelectionProtocol | null = 'leave_one_out',
) {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-progress-'));
  folders.push(folder);
  const clock = { nowMs: 0 };
  const adaptation = {
    model: { tenantId: tenantId('ten_a'), modelId: 'model_a' },
    material: {
      dataset: { name: 'shop', version: 1 },
      snapshot,
      events: {},
      histories: await collectHistories(snapshot),
      catalogue: { itemIds: [...catalogue], textVectors: null, createdAtMs: null },
      attributes: {
        declared: {},
        attributes: [...catalogue].map(() => null),
        createdAtMs: new Float64Array(catalogue.length).fill(Number.NaN),
      },
      base: null,
    },
    architecture: scripted(clock, scripts),
    settings: { epochs: EPOCHS },
    codes: null,
    seed: 1,
    protocols,
    protocol,
    threads: 1,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
    checkpointPathOf: () => join(folder, 'none'),
  } as unknown as Adaptation;
  const tools = {
    artifacts: openFileArtifactStore(folder),
    clock: () => clock.nowMs,
    onFinal: async (): Promise<readonly StoreChange[]> => [],
  };
  return { adaptation, tools, clock };
}

const standard = allProtocols.filter(({ ties }) => ties === 'imported');

function expectConsistent(reports: readonly ProgressReport[]): void {
  for (const [at, { share, left, leftAtMost }] of reports.entries()) {
    expect(share).toBeGreaterThanOrEqual(reports[at - 1]?.share ?? 0);
    expect(share).toBeLessThanOrEqual(1);
    if (left === undefined) expect(leftAtMost).toBeUndefined();
    if (left === undefined || leftAtMost === undefined) continue;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(leftAtMost).toBeGreaterThanOrEqual(left);
  }
  expect(reports.at(-1)).toMatchObject({ share: 1, left: 0, leftAtMost: 0 });
}

test('an adaptation that stops early does not report the time of a hundred epochs', async () => {
  const rising = Array.from({ length: 10 }, (_, epoch) => epoch + 1);
  const reports = await adapted([rising], standard);
  expectConsistent(reports);
  const endMs = reports.at(-1)!.atMs;
  const known = reports.filter(({ left }) => left !== undefined);
  expect(known.length).toBeGreaterThan(100);
  const epochMinutes = (STEPS_AN_EPOCH * STEP_MS) / MINUTE_MS;
  for (const { left, leftAtMost, atMs } of known) {
    const really = (endMs - atMs) / MINUTE_MS;
    expect(left).toBeLessThanOrEqual(2 * really + 2 * epochMinutes);
    // The reported maximum is an upper bound of the actual time.
    if (leftAtMost !== undefined) expect(leftAtMost).toBeGreaterThanOrEqual(really - 0.01);
  }
  expect(known.filter(({ leftAtMost }) => leftAtMost !== undefined).length).toBeGreaterThan(50);
  // From the tenth epoch on nothing improves. Each epoch without improvement shortens the estimate by more
  // than the epoch's own duration.
  const waiting = known.filter(({ stage, epoch }) => stage === reports[0]!.stage && epoch! > 10);
  for (let epoch = 12; epoch <= 15; epoch++) {
    const [before, after] = [epoch - 1, epoch].map((n) => waiting.findLast((one) => one.epoch === n)!.left!);
    expect(before! - after!).toBeGreaterThan(epochMinutes);
  }
});

test('progress never falls, ends at 1, and the estimate lies below the bound, x', async () => {
  const scripts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
  const given = fc.array(scripts, { minLength: 1, maxLength: 4 });
  const chooses = fc.constantFrom('time' as const, 'leave_one_out' as const);
  const protocols = fc.constantFrom(standard, allProtocols, standard.slice(0, 1), []);
  await fc.assert(
    fc.asyncProperty(given, protocols, chooses, async (own, wanted, protocol) => {
      expectConsistent(await adapted(own, wanted, protocol));
    }),
    { numRuns: 15 },
  );
});

test('a model serves after its own fit, before further evaluations; a later attempt goes on from there', async () => {
  const { adaptation, tools, clock } = await scene([[1, 2]], standard);
  const kept: { readonly state: AdaptationState; readonly changes: readonly StoreChange[] }[] = [];
  const stop = new AbortController();
  const ready: StoreChange = { name: 'completeModel', args: ['ten_a', 'model_a', {}] as never };
  const attempt = (signal: AbortSignal, earlier: AdaptationState) =>
    carryOutAdaptation(
      { ...tools, onFinal: async () => [ready] },
      adaptation,
      {
        signal,
        progress: () => {},
        checkpoint: async (state, changes = []) => {
          kept.push({ state: structuredClone(state as AdaptationState), changes });
          if (changes.length > 0) stop.abort(new Error('killed'));
        },
      } as Partial<TaskContext> as TaskContext,
      earlier,
    );
  await expect(attempt(stop.signal, nothingYet)).rejects.toThrow('killed');
  expect(kept.map(({ changes }) => changes)).toEqual([[], [ready]]);
  const ofFinal = kept.at(-1)!.state;
  expect([ofFinal.splits.length, ofFinal.final !== null]).toEqual([1, true]);
  const before = clock.nowMs;
  const { final, splits } = await attempt(new AbortController().signal, ofFinal);
  expect(final).toEqual(ofFinal.final);
  expect(splits.map(({ protocol }) => protocol.split)).toEqual(['leave-one-out', 'temporal']);
  expect(clock.nowMs).toBeGreaterThan(before);
  // The model was made to serve once.
  expect(kept.filter(({ changes }) => changes.length > 0)).toHaveLength(1);
});

test('the time left counts the evaluations to come; before the first one it has no bound', () => {
  const clock = { nowMs: 0 };
  let left: number | undefined;
  let most: number | undefined;
  const progress = adaptationProgress(
    {
      progress: (_, detail = {}) => {
        left = detail.minutes_left as number | undefined;
        most = detail.minutes_left_at_most as number | undefined;
      },
    },
    {
      stages: [
        [{ kind: 'chosen' }],
        [{ kind: 'whole', epochs: () => 2 }],
        [{ kind: 'whole', epochs: () => 2 }],
      ],
      evaluates: [true, false, true],
      done: 0,
      chosen: null,
      epochs: 2,
      clock: () => clock.nowMs,
    },
  );
  const trainFor = (best: number | null) => {
    for (const done of [0, 1, 2]) {
      clock.nowMs += done === 0 ? 0 : MINUTE_MS;
      const estimate = { done, expected: 2, max: 2, best };
      progress.fitting({ epoch: Math.max(1, done), estimate, loss: 1, validationNdcg: null });
    }
  };
  progress.begin('training', 'choosing');
  trainFor(2);
  expect([left, most]).toEqual([4, undefined]);
  clock.nowMs += 10 * MINUTE_MS;
  progress.begin('training', 'on everything');
  // Four epochs of a minute and one evaluation of ten; the evaluation does not make epochs look longer.
  expect([left, most]).toEqual([14, 14]);
  trainFor(null);
  progress.begin('evaluating', 'by time');
  trainFor(null);
  expect([left, most]).toEqual([10, 10]);
});

test('without held-out events the estimate is the fixed number of epochs', async () => {
  const reports = await adapted([[]], [], null);
  expectConsistent(reports);
  expect(Math.max(...reports.map(({ epoch }) => epoch ?? 0))).toBe(10);
  for (const { left, leftAtMost } of reports) expect(left).toBe(leftAtMost);
});

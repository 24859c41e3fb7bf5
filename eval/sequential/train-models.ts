/** Trains models for the evaluation as an adaptation would, and records the cost of each training. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../src/behaviour/datasets/snapshot/read-snapshot.ts';
import { shapeOf } from '../../src/behaviour/sequence-models/adaptation/data-shape.ts';
import type { AutoencoderFits } from '../../src/behaviour/sequence-models/baselines/autoencoder-fits.ts';
import type { FittedRankers } from '../../src/behaviour/sequence-models/evaluation/evaluate-sequences.ts';
import type { EvaluationOptions } from '../../src/behaviour/sequence-models/evaluation/evaluate-split.ts';
import {
  collectHistories,
  type HistorySettings,
} from '../../src/behaviour/sequence-models/histories/collect-histories.ts';
import type { FitFacts } from '../../src/behaviour/sequence-models/models/architecture.ts';
import {
  chooseForSplit,
  type FitForSplits,
  type FittedForSplit,
  fitForSplit,
} from '../../src/behaviour/sequence-models/models/fit-for-split.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import type { SequentialSettings } from '../../src/behaviour/sequence-models/models/sequential/settings.ts';
import { leaveOneOut } from '../../src/behaviour/sequence-models/splits/leave-one-out.ts';
import type { Split } from '../../src/behaviour/sequence-models/splits/split.ts';
import { temporalSplit } from '../../src/behaviour/sequence-models/splits/temporal-split.ts';
import type { SelectionProtocol } from '../../src/contract/selection-protocol.ts';
import { catalogueOf } from './catalogue-of.ts';
import { partRankers } from './part-rankers.ts';
import { tellEpochs } from './tell-epochs.ts';

export interface Asked {
  /** Settings in wire form; missing ones are chosen from the data. */
  readonly settings: unknown;
  /** How events are read; default: as histories without repeats. */
  readonly histories?: Partial<HistorySettings>;
  readonly seed: number;
  readonly threads: number;
  /** The folder of checkpoints, from which an interrupted evaluation goes on; null: none. */
  readonly checkpoints: string | null;
  /** Where fits of EASE are shared with the baselines. */
  readonly autoencoders?: AutoencoderFits;
  /** The protocol that chooses for all splits, as for a card; absent: each split chooses for itself. */
  readonly protocol?: SelectionProtocol;
}

export interface Cost {
  readonly fit: string;
  /** Processor time of the fits for the split; the choice for all splits counts with the first. */
  readonly processorMinutes: number;
  readonly facts: FitFacts;
}

export interface TrainedModels {
  readonly reasons: readonly string[];
  readonly settings: object;
  readonly costs: readonly Cost[];
  /** The blended model, and its parts. */
  fitModels(split: Split, ties: EvaluationOptions['ties']): Promise<FittedRankers>;
  close(): Promise<void>;
}

const MOST_MEMORY = 8 * 2 ** 30;
const MICROSECONDS_A_MINUTE = 60e6;

export async function sequentialModels(snapshot: Snapshot, asked: Asked): Promise<TrainedModels> {
  if (asked.checkpoints !== null) mkdirSync(asked.checkpoints, { recursive: true });
  const histories = await collectHistories(snapshot, asked.histories);
  const catalogue = await catalogueOf(snapshot);
  const shape = shapeOf(
    histories,
    catalogue.itemIds.length,
    catalogue.textVectors !== null,
    snapshot.features.items,
  );
  const { settings, reasons } = sequentialRecommender.complete(asked.settings, shape);
  const costs: Cost[] = [];
  const open: FittedForSplit[] = [];
  const problem: FitForSplits<SequentialSettings> = {
    architecture: sequentialRecommender,
    name: sequentialRecommender.name,
    catalogue,
    settings,
    base: null,
    codes: null,
    seed: asked.seed,
    threads: asked.threads,
    maxMemoryBytes: MOST_MEMORY,
    signal: new AbortController().signal,
    checkpointPathOf: (fit) =>
      asked.checkpoints === null ? null : join(asked.checkpoints, `${fit}.scratch`),
    onProgress: tellEpochs(),
    ...(asked.autoencoders === undefined ? {} : { autoencoders: asked.autoencoders }),
  };
  const fitSplit = fitForSplit(problem);
  const choose = chooseForSplit(problem);
  let chosen: FitFacts | undefined;
  return {
    reasons,
    settings,
    costs,
    fitModels: async (split, ties) => {
      const before = process.cpuUsage();
      if (asked.protocol !== undefined)
        chosen ??= await choose(
          asked.protocol === 'time' ? temporalSplit(histories) : leaveOneOut(histories),
          ties,
        );
      const fitted = await fitSplit(split, ties, chosen);
      const { user, system } = process.cpuUsage(before);
      open.push(fitted);
      const processorMinutes = (user + system) / MICROSECONDS_A_MINUTE;
      costs.push({ fit: `${split.kind}, ties ${ties}`, processorMinutes, facts: fitted.facts });
      const { recentWindowDays } = fitted.facts.blend ?? {};
      const others = await partRankers(split.train, { ...problem, recentWindowDays });
      return { models: [fitted.ranker], parts: [...fitted.parts, ...others] };
    },
    close: async () => {
      for (const one of open) await one.close();
    },
  };
}

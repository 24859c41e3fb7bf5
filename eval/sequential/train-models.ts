/** Trains models for the evaluation as an adaptation would, and records the cost of each training. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../src/behaviour/datasets/snapshot/read-snapshot.ts';
import { shapeOf } from '../../src/behaviour/sequence-models/adaptation/data-shape.ts';
import type { AutoencoderFits } from '../../src/behaviour/sequence-models/baselines/autoencoder-fits.ts';
import type { FittedRankers } from '../../src/behaviour/sequence-models/evaluation/evaluate-sequences.ts';
import type { EvaluationOptions } from '../../src/behaviour/sequence-models/evaluation/evaluate-split.ts';
import { collectHistories } from '../../src/behaviour/sequence-models/histories/collect-histories.ts';
import type { FitFacts } from '../../src/behaviour/sequence-models/models/architecture.ts';
import {
  type FittedForSplit,
  fitForSplit,
} from '../../src/behaviour/sequence-models/models/fit-for-split.ts';
import { sequentialRecommender } from '../../src/behaviour/sequence-models/models/sequential/sequential-recommender.ts';
import type { Split } from '../../src/behaviour/sequence-models/splits/split.ts';
import { catalogueOf } from './catalogue-of.ts';
import { keepFiles } from './keep-files.ts';
import { storedEase } from './stored-ease.ts';
import { tellEpochs } from './tell-epochs.ts';

export interface Asked {
  /** Settings in wire form; missing ones are chosen from the data. */
  readonly settings: unknown;
  readonly seed: number;
  readonly threads: number;
  /** The folder of checkpoints, from which an interrupted evaluation goes on; null: none. */
  readonly checkpoints: string | null;
  /** Where fits of EASE are shared with the baselines. */
  readonly autoencoders?: AutoencoderFits;
}

export interface Cost {
  readonly fit: string;
  readonly facts: FitFacts;
}

export interface TrainedModels {
  readonly reasons: readonly string[];
  readonly settings: object;
  readonly costs: readonly Cost[];
  /** The blended model; its parts are the network alone, and EASE as the model keeps it. */
  fitModels(split: Split, ties: EvaluationOptions['ties']): Promise<FittedRankers>;
  close(): Promise<void>;
}

const MOST_MEMORY = 8 * 2 ** 30;

export async function sequentialModels(snapshot: Snapshot, asked: Asked): Promise<TrainedModels> {
  if (asked.checkpoints !== null) mkdirSync(asked.checkpoints, { recursive: true });
  const histories = await collectHistories(snapshot);
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
  const kept = keepFiles();
  const fitSplit = fitForSplit({
    architecture: kept.architecture,
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
  });
  return {
    reasons,
    settings,
    costs,
    fitModels: async (split, ties) => {
      const fitted = await fitSplit(split, ties);
      open.push(fitted);
      costs.push({ fit: `${split.kind}, ties ${ties}`, facts: fitted.facts });
      return { models: [fitted.ranker], parts: [...fitted.parts, ...storedEase(kept.files())] };
    },
    close: async () => {
      for (const one of open) await one.close();
    },
  };
}

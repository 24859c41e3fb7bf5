/**
 * Fits a refit on the events before the newest slice. Ranks the targets of the slice by it, by the serving
 * model and by the baselines.
 */
import { createAutoencoderFits } from '../baselines/autoencoder-fits.ts';
import { fitBaselines } from '../baselines/fit-baselines.ts';
import { evaluateSplit } from '../evaluation/evaluate-split.ts';
import type { SplitReport } from '../evaluation/evaluation-report.ts';
import type { FitFacts, OpenModel } from '../models/architecture.ts';
import type { FittedForSplit } from '../models/fit-for-split.ts';
import type { Split } from '../splits/split.ts';
import { type ServingItems, servingRanker } from './serving-ranker.ts';

/** The name of the serving model's ranker in the report. */
export const SERVING = 'the serving model';

interface Contest {
  readonly split: Split;
  /** Fits the refit on the split; EASE is shared with the baselines. */
  readonly fitter: (
    autoencoders: ReturnType<typeof createAutoencoderFits>,
  ) => (split: Split, ties: 'imported') => Promise<FittedForSplit>;
  /** Opens the serving model after the fit, which needs the memory. */
  readonly openServing: () => Promise<{ readonly model: OpenModel; readonly items: ServingItems }>;
  readonly seen: 'masked' | 'ranked';
  readonly threads: number;
  readonly signal: AbortSignal;
}

/** Throws `signal.reason`. */
export async function compareWithServing({
  split,
  fitter,
  openServing,
  seen,
  threads,
  signal,
}: Contest): Promise<{ readonly report: SplitReport; readonly chosen: FitFacts }> {
  const autoencoders = createAutoencoderFits();
  const fitted = await fitter(autoencoders)(split, 'imported');
  try {
    const { model, items } = await openServing();
    try {
      const ranker = servingRanker(SERVING, model.ranker, items, split.train.itemIds);
      const { baselines, leftOut } = await fitBaselines(split, { threads, autoencoders }, signal);
      const rankers = { models: [fitted.ranker], baselines: [ranker, ...baselines], leftOut };
      const report = await evaluateSplit(split, rankers, { seen, ties: 'imported', signal });
      return { report, chosen: fitted.facts };
    } finally {
      await model.close();
    }
  } finally {
    await fitted.close();
  }
}

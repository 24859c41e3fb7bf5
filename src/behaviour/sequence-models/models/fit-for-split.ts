/**
 * Fits a model of any architecture for a split of an evaluation, with early stopping on the split's
 * validation cases. The first fit of a temporal split lacks the validation events. A second fit also trains
 * on them, for the best number of epochs and with the blend of the first. The evaluated model has then seen
 * all data that the split allows.
 */
import type { EvaluationOptions } from '../evaluation/evaluate-split.ts';
import type { Ranker } from '../evaluation/ranker.ts';
import type { Split } from '../splits/split.ts';
import type { Architecture, FitContext, FitFacts, FitProblem, FitProgress } from './architecture.ts';

export interface FitForSplits<Settings extends { readonly epochs: number }>
  extends Omit<FitProblem<Settings>, 'train' | 'validation'>,
    Omit<FitContext, 'checkpointPath' | 'onProgress'> {
  readonly architecture: Architecture<Settings>;
  /** The ranker's name in reports. */
  readonly name: string;
  /** `fit`: the name of the fit: `leave-one-out-imported`, `temporal-shuffled`, `temporal-shuffled-whole`. */
  readonly onProgress: (progress: FitProgress & { readonly fit: string }) => void;
  readonly checkpointPathOf: (fit: string) => string | null;
}

export interface FittedForSplit {
  readonly ranker: Ranker;
  /** As `OpenModel.networkRanker`. Empty if the network serves alone. */
  readonly parts: readonly Ranker[];
  /**
   * The facts of the fit with early stopping, whose `bestEpoch` is the number of epochs of the second fit.
   */
  readonly facts: FitFacts;
  close(): Promise<void>;
}

/** The caller closes the result after the split's evaluation. Throws the errors of `Architecture.fit`. */
export function fitForSplit<Settings extends { readonly epochs: number }>(
  problem: FitForSplits<Settings>,
): (split: Split, ties: EvaluationOptions['ties']) => Promise<FittedForSplit> {
  const { architecture, settings, onProgress, checkpointPathOf, name, autoencoders, ...rest } = problem;
  const fitTo = (
    fitName: string,
    part: Pick<FitProblem<Settings>, 'train' | 'validation' | 'settings' | 'blend' | 'passesAnEpoch'>,
    split: Split,
  ) =>
    architecture.fit(
      { ...rest, ...part },
      {
        ...rest,
        // The baselines are fitted to `split.train`, so other data need not be kept for them.
        ...(autoencoders === undefined || part.train !== split.train ? {} : { autoencoders }),
        checkpointPath: checkpointPathOf(fitName),
        onProgress: (progress) => onProgress({ ...progress, fit: fitName }),
      },
    );
  return async (split, ties) => {
    const fitName = `${split.kind}-${ties}`;
    const { train, cases } = split.validation;
    const chosen = await fitTo(fitName, { train, validation: cases, settings }, split);
    const { files } =
      train === split.train
        ? chosen
        : await fitTo(
            `${fitName}-whole`,
            {
              train: split.train,
              validation: null,
              settings: { ...settings, epochs: chosen.facts.bestEpoch },
              blend: chosen.facts.blend ?? null,
              ...asManyPasses(chosen.facts),
            },
            split,
          );
    const model = await architecture.open(files, { threads: problem.threads });
    const { ranker, networkRanker } = model;
    return {
      ranker: { ...ranker, name },
      parts: networkRanker === undefined ? [] : [networkRanker],
      facts: chosen.facts,
      close: () => model.close(),
    };
  };
}

/** The passes an epoch of a later fit. The given fit chose its number of epochs. */
export function asManyPasses(chosen: FitFacts | null): Pick<FitProblem<unknown>, 'passesAnEpoch'> {
  return chosen?.passes === undefined ? {} : { passesAnEpoch: chosen.passes };
}

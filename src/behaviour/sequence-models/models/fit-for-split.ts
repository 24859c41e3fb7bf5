/**
 * Fits a model of any architecture for a split of an evaluation. A fit with early stopping on the split's
 * validation cases chooses the epochs, the blend and the scale of the scores. In a temporal split that fit
 * lacks the validation events. A second fit also trains on them, with what the first has chosen. The
 * evaluated model has then seen all data that the split allows.
 *
 * Where an earlier fit has chosen already, there is one fit with its choice: that is how a model is judged as
 * it serves.
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
  /** As `OpenModel.networkRanker` and `contextlessRanker`, as far as there are any. */
  readonly parts: readonly Ranker[];
  /**
   * The facts of the fit with early stopping, whose `bestEpoch` is the number of epochs of the second fit.
   */
  readonly facts: FitFacts;
  close(): Promise<void>;
}

type Ties = EvaluationOptions['ties'];

/**
 * `chosen`: the fit that has chosen; absent: the split's own. The caller closes the result after the split's
 * evaluation. Throws the errors of `Architecture.fit`.
 */
export function fitForSplit<Settings extends { readonly epochs: number }>(
  problem: FitForSplits<Settings>,
): (split: Split, ties: Ties, chosen?: FitFacts) => Promise<FittedForSplit> {
  const { architecture, settings, name } = problem;
  const fitTo = fitter(problem);
  return async (split, ties, chosen) => {
    const own = chosen === undefined ? await fitTo(split, ties, 'choice', { settings }) : null;
    const facts = chosen ?? own!.facts;
    const isWhole = own !== null && split.validation.train === split.train;
    const { files } = isWhole
      ? own
      : await fitTo(split, ties, 'whole', {
          settings: { ...settings, epochs: Math.max(1, facts.bestEpoch) },
          ...asChosen(facts),
        });
    const model = await architecture.open(files, { threads: problem.threads });
    const { ranker, networkRanker, contextlessRanker } = model;
    return {
      ranker: { ...ranker, name },
      parts: [networkRanker, contextlessRanker].filter((part) => part !== undefined),
      facts,
      close: () => model.close(),
    };
  };
}

/** The fit with early stopping alone. Throws the errors of `Architecture.fit`. */
export function chooseForSplit<Settings extends { readonly epochs: number }>(
  problem: FitForSplits<Settings>,
): (split: Split, ties: Ties) => Promise<FitFacts> {
  const fitTo = fitter(problem);
  return async (split, ties) => (await fitTo(split, ties, 'choice', { settings: problem.settings })).facts;
}

type Part<Settings> = Pick<FitProblem<Settings>, 'settings' | 'blend' | 'temperature' | 'passesAnEpoch'>;

/** `choice`: the fit on the validation's training data; `whole`: that on all training data of the split. */
function fitter<Settings extends { readonly epochs: number }>({
  architecture,
  settings: _,
  onProgress,
  checkpointPathOf,
  name: __,
  autoencoders,
  ...rest
}: FitForSplits<Settings>) {
  return (split: Split, ties: Ties, kind: 'choice' | 'whole', own: Part<Settings>) => {
    const fitName = `${split.kind}-${ties}${kind === 'whole' ? '-whole' : ''}`;
    const { train, cases } = kind === 'choice' ? split.validation : { train: split.train, cases: null };
    return architecture.fit(
      { ...rest, ...own, train, validation: cases },
      {
        ...rest,
        // The baselines are fitted to `split.train`, so other data need not be kept for them.
        ...(autoencoders === undefined || train !== split.train ? {} : { autoencoders }),
        checkpointPath: checkpointPathOf(fitName),
        onProgress: (progress) => onProgress({ ...progress, fit: fitName }),
      },
    );
  };
}
/** A later fit takes these from the one that has chosen: blend, temperature, and the passes an epoch. */
export function asChosen(
  chosen: FitFacts,
): Pick<FitProblem<unknown>, 'blend' | 'temperature' | 'passesAnEpoch'> {
  return {
    blend: chosen.blend ?? null,
    temperature: chosen.temperature ?? null,
    ...(chosen.passes === undefined ? {} : { passesAnEpoch: chosen.passes }),
  };
}

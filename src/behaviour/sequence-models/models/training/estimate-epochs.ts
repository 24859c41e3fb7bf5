/**
 * Estimates the number of epochs of a running fit with early stopping. Two facts are certain: the maximum,
 * and that `patience` epochs without improvement end the fit. The estimate extends the best epoch so far by
 * half. The extension shrinks to 0 over `patience` epochs without improvement.
 */
export interface EpochEstimate {
  /** Epochs done, with the finished share of the current one. */
  readonly done: number;
  /** The expected number of epochs; at least `done`, at most `max`. */
  readonly expected: number;
  /** The maximum number of epochs. */
  readonly max: number;
  /**
   * The epoch that is expected to be the best; null: there is no validation, and the fit takes all epochs.
   */
  readonly best: number | null;
}

export interface FitStatus {
  /** Epochs done, with the finished share of the current one. */
  readonly done: number;
  /** The number of epochs that were validated; null: there is no validation. */
  readonly validatedEpochs: number | null;
  /** The epoch with the best validation so far; null before the first. */
  readonly bestEpoch: number | null;
  /** The maximum number of epochs. */
  readonly epochs: number;
  readonly patience: number;
}

export function estimateEpochs({
  done,
  validatedEpochs,
  bestEpoch,
  epochs,
  patience,
}: FitStatus): EpochEstimate {
  if (validatedEpochs === null) return { done, expected: epochs, max: epochs, best: null };
  const best = bestEpoch ?? 1;
  const withoutImprovement = bestEpoch === null ? 0 : validatedEpochs - bestEpoch;
  const expectedBest = best + (best / 2) * Math.max(0, 1 - withoutImprovement / patience);
  return {
    done,
    expected: Math.min(epochs, Math.max(done, expectedBest + patience)),
    max: epochs,
    best: Math.min(epochs, expectedBest),
  };
}

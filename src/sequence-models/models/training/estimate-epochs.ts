/**
 * Estimates the number of epochs of a fit with early stopping while it runs. Certain are the maximum, and
 * that `patience` epochs without improvement end it. The estimate assumes that it improves for half as many
 * epochs again as so far, and less the longer it has not improved.
 */
export interface EpochEstimate {
  /** With the share of the present one. */
  readonly done: number;
  /** At least `done`, at most `most`. */
  readonly expected: number;
  readonly most: number;
  /** Which epoch is expected to be best; null: nothing is looked at, and the fit takes all of its epochs. */
  readonly best: number | null;
}

export interface FitStatus {
  /** With the share of the present one. */
  readonly done: number;
  /** After which there was a look at the validation; null: there is none. */
  readonly looked: number | null;
  /** Of the best look; null: none yet. */
  readonly bestEpoch: number | null;
  /** At most. */
  readonly epochs: number;
  readonly patience: number;
}

export function estimateEpochs({ done, looked, bestEpoch, epochs, patience }: FitStatus): EpochEstimate {
  if (looked === null) return { done, expected: epochs, most: epochs, best: null };
  const best = bestEpoch ?? 1;
  const waited = bestEpoch === null ? 0 : looked - bestEpoch;
  const hoped = best + (best / 2) * Math.max(0, 1 - waited / patience);
  return {
    done,
    expected: Math.min(epochs, Math.max(done, hoped + patience)),
    most: epochs,
    best: Math.min(epochs, hoped),
  };
}

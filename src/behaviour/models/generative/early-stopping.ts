/**
 * When a fit is over, and which of its epochs is kept: the one with the best nDCG@10 of the validation; it ends after
 * `patience` looks that are no better. What it remembers is plain data, so that a run goes on from a checkpoint as if it
 * had never stopped.
 */
export interface Look {
  readonly epoch: number;
  readonly minutes: number;
  readonly recallAt10: number;
  readonly ndcgAt10: number;
}

export interface Looks {
  readonly all: readonly Look[];
  /** The best so far; null before the first. */
  readonly best: Look | null;
}

export const noLooks: Looks = { all: [], best: null };

export function withLook({ all, best }: Looks, look: Look): Looks {
  return { all: [...all, look], best: best === null || look.ndcgAt10 > best.ndcgAt10 ? look : best };
}

export function isOver({ all, best }: Looks, patience: number): boolean {
  if (best === null) return false;
  return all.length - 1 - all.findIndex(({ epoch }) => epoch === best.epoch) >= patience;
}

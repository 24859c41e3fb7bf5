/** The scoring of a program: what is made of it once a query and thread, and where that lies beside a segment. */
import type { Kernels } from '../../kernels/kernels.ts';
import type { Pair, QueryProgram } from '../../query-program.ts';
import { bindPruning, type Prune } from '../pruning/bind-pruning.ts';
import { type RisingLine, remainingMaxScores, rising } from '../pruning/score-bounds.ts';
import { UpperBoundPruning } from '../pruning/upper-bound-pruning.ts';
import { bindCalibration, type Calibrate } from './bind-calibration.ts';
import { type AddPoints, isCostly, type PreparedTerm, prepareTerm } from './bind-terms.ts';
import type { ScratchAllocator } from './scratch.ts';

export type BestAnswer = Extract<QueryProgram['answer'], { kind: 'best' }>;

export interface PreparedScoring {
  readonly answer: BestAnswer;
  readonly terms: readonly (Look & { readonly place: PreparedTerm })[];
  /** How sums are calibrated where both directions are lines; null: they are not. */
  readonly line: RisingLine | null;
  /** null: nothing can be calibrated of a row by one value. */
  readonly pruning: UpperBoundPruning | null;
}

export interface BoundScoring extends Omit<PreparedScoring, 'terms'> {
  readonly terms: readonly BoundTerm[];
  readonly calibrate: Calibrate;
  readonly prune: Prune | null;
}

/** Before a term, a look at who is still in the running. */
interface Look {
  /** What the term and those behind it can add at most; null: no look. */
  readonly most: Pair | null;
  /** Whether the term costs some times what the look does: it is worth one always, others where rows fall by it. */
  readonly isCostly: boolean;
}

interface BoundTerm extends Look {
  readonly add: AddPoints;
}

export function prepareScoring(answer: BestAnswer): PreparedScoring {
  const { scoring } = answer;
  const most = remainingMaxScores(scoring.terms);
  return {
    answer,
    terms: scoring.terms.map((term, at) => ({
      place: prepareTerm(term),
      most: at > 0 && term.op !== 'constant' ? most[at]! : null,
      isCostly: isCostly(term),
    })),
    line: rising(scoring)?.line ?? null,
    pruning: UpperBoundPruning.of(scoring),
  };
}

/** `pointsAt`: pairs for a batch of rows. */
export function bindScoring(
  prepared: PreparedScoring,
  pointsAt: number,
  kernels: Kernels,
  allocator: ScratchAllocator,
): BoundScoring {
  const { answer, terms, pruning } = prepared;
  return {
    ...prepared,
    terms: terms.map(({ place, ...look }) => ({ ...look, add: place(kernels, allocator, pointsAt) })),
    calibrate: bindCalibration(answer.scoring.calibration, kernels, allocator),
    prune: pruning && bindPruning(pruning, kernels, allocator),
  };
}

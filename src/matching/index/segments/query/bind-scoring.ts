/** The scoring of a program: the parts made once a query and thread, and their binding beside a segment. */
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import type { Pair, QueryProgram } from '../../query-program.ts';
import { bindPruning, type Prune } from '../pruning/bind-pruning.ts';
import { type RisingLine, remainingMaxScores, rising } from '../pruning/score-bounds.ts';
import { UpperBoundPruning } from '../pruning/upper-bound-pruning.ts';
import { bindCalibration, type Calibrate } from './bind-calibration.ts';
import { type AddPoints, isCostly, type PreparedTerm, prepareTerm } from './prepare-term.ts';
import type { ScratchAllocator } from './scratch.ts';

export type BestAnswer = Extract<QueryProgram['answer'], { kind: 'best' }>;

export interface PreparedScoring {
  readonly answer: BestAnswer;
  readonly terms: readonly (TermCheck & { readonly bind: PreparedTerm })[];
  /** The lines of the calibration where both directions are linear; null: they are not. */
  readonly line: RisingLine | null;
  /** null: no column bounds a row's score. */
  readonly pruning: UpperBoundPruning | null;
}

export interface BoundScoring extends Omit<PreparedScoring, 'terms'> {
  readonly terms: readonly BoundTerm[];
  readonly calibrate: Calibrate;
  readonly prune: Prune | null;
}

/** A check, before a term, of which rows can still reach the threshold. */
interface TermCheck {
  /** The remaining max scores from this term on; null: no check. */
  readonly remainingMax: Pair | null;
  /**
   * Whether the term costs several times the check. Then the check always pays; else only where it rejects
   * rows.
   */
  readonly isCostly: boolean;
}

interface BoundTerm extends TermCheck {
  readonly add: AddPoints;
}

export function prepareScoring(answer: BestAnswer): PreparedScoring {
  const { scoring } = answer;
  const remainingMax = remainingMaxScores(scoring.terms);
  return {
    answer,
    terms: scoring.terms.map((term, at) => ({
      bind: prepareTerm(term),
      remainingMax: at > 0 && term.op !== 'constant' ? remainingMax[at]! : null,
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
    terms: terms.map(({ bind, ...check }) => ({ ...check, add: bind(kernels, allocator, pointsAt) })),
    calibrate: bindCalibration(answer.scoring.calibration, kernels, allocator),
    prune: pruning && bindPruning(pruning, kernels, allocator),
  };
}

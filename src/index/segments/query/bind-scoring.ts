/** The scoring of a program: what is made of it once a query and thread, and where that lies beside a segment. */
import type { Kernels } from '../../kernels/kernels.ts';
import type { Pair, QueryProgram } from '../../query-program.ts';
import { placeProspects, type Thin } from '../pruning/bind-pruning.ts';
import { mostToCome, type RisingTell, rising } from '../pruning/score-bounds.ts';
import { Prospects } from '../pruning/upper-bound-pruning.ts';
import { placeCalibration, type Tell } from './bind-calibration.ts';
import { type AddPoints, isCostly, type PreparedTerm, prepareTerm } from './bind-terms.ts';
import type { Placing } from './scratch.ts';

export type BestAnswer = Extract<QueryProgram['answer'], { kind: 'best' }>;

export interface PreparedScoring {
  readonly answer: BestAnswer;
  readonly terms: readonly (Look & { readonly place: PreparedTerm })[];
  /** How sums are told where both directions are lines; null: they are not. */
  readonly line: RisingTell | null;
  /** null: nothing can be told of a row by one value. */
  readonly prospects: Prospects | null;
}

export interface PlacedScoring extends Omit<PreparedScoring, 'terms'> {
  readonly terms: readonly PlacedTerm[];
  readonly tell: Tell;
  readonly thin: Thin | null;
}

/** Before a term, a look at who is still in the running. */
interface Look {
  /** What the term and those behind it can add at most; null: no look. */
  readonly most: Pair | null;
  /** Whether the term costs some times what the look does: it is worth one always, others where rows fall by it. */
  readonly isCostly: boolean;
}

interface PlacedTerm extends Look {
  readonly add: AddPoints;
}

export function prepareScoring(answer: BestAnswer): PreparedScoring {
  const { scoring } = answer;
  const most = mostToCome(scoring.terms);
  return {
    answer,
    terms: scoring.terms.map((term, at) => ({
      place: prepareTerm(term),
      most: at > 0 && term.op !== 'constant' ? most[at]! : null,
      isCostly: isCostly(term),
    })),
    line: rising(scoring)?.line ?? null,
    prospects: Prospects.of(scoring),
  };
}

/** `pointsAt`: pairs for a batch of rows. */
export function placeScoring(
  prepared: PreparedScoring,
  pointsAt: number,
  kernels: Kernels,
  placing: Placing,
): PlacedScoring {
  const { answer, terms, prospects } = prepared;
  return {
    ...prepared,
    terms: terms.map(({ place, ...look }) => ({ ...look, add: place(kernels, placing, pointsAt) })),
    tell: placeCalibration(answer.scoring.calibration, kernels, placing),
    thin: prospects && placeProspects(prospects, kernels, placing),
  };
}

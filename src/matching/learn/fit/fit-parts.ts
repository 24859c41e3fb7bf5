/** Fits the parts of a ranking model to some of the rows, with all settings given. */
import type { NeighbourTable } from '../../ranking/neighbours/neighbour-table.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { takePairs } from '../labelled-pairs.ts';
import {
  type CollaborativeSettings,
  type CollaborativeVectors,
  fitCollaborativeVectors,
} from './collaborative-vectors.ts';
import {
  type EffectVariances,
  fitLogOdds,
  type LogOddsFit,
  type LogOddsProblem,
  predict,
} from './fit-log-odds.ts';
import { fitNeighbours, type NeighbourSettings } from './neighbours/fit-neighbours.ts';
import { type PartWeights, type WeighedParts, weighedParts } from './part-weights.ts';
import type { Shrinkage } from './profile-columns.ts';

export interface PartsPlan {
  readonly shrinkage: Shrinkage;
  readonly variances: EffectVariances;
  /** null: no vectors. */
  readonly vectors: CollaborativeSettings | null;
  /** null: no neighbours. */
  readonly neighbours: NeighbourSettings | null;
  /** null: the parts stand as they are fitted. */
  readonly weights: PartWeights | null;
  readonly nowMs: number;
  readonly seed: number;
}

export interface FittedParts {
  readonly logOdds: LogOddsFit;
  readonly vectors: CollaborativeVectors | null;
  readonly neighbours: NeighbourTable | null;
  readonly projections: TextProjections | null;
  readonly weighed: WeighedParts;
}

/** `rows`: rows of the problem's evidence; outcomes have the same numbers in `outcomes`. */
export function fitParts(
  problem: LogOddsProblem,
  outcomes: LabelledPairs,
  rows: Uint32Array,
  projections: TextProjections | null,
  { shrinkage, variances, vectors, neighbours, weights, nowMs, seed }: PartsPlan,
): FittedParts {
  const logOdds = fitLogOdds(problem, rows, shrinkage, variances);
  const decided = rows.filter((n) => n < problem.evidence.outcomes);
  const pairs = takePairs(outcomes, decided);
  const weighed = weighedParts(weights, pairs, nowMs);
  const table = neighbours === null ? null : fitNeighbours(pairs, neighbours, nowMs);
  const fitted = { logOdds, projections, weighed, neighbours: table };
  if (vectors === null) return { ...fitted, vectors: null };
  const offsets =
    weights?.kind !== 'lists'
      ? Float64Array.from(decided, (n) => predict(problem, logOdds, n).logOdds)
      : new Float64Array(decided.length);
  return { ...fitted, vectors: fitCollaborativeVectors({ pairs, offsets, nowMs, seed }, vectors) };
}

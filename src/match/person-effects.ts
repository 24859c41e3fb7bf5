/**
 * The person effects of a trained model, for the seeker and each candidate. A prior has none, so nothing is
 * computed for it.
 */
import { type RowNumber, rowNumber } from '../contract/brands.ts';
import type { HeldSelection } from '../index/candidate-index.ts';
import type { RemotePersonEffects } from '../index/opensearch/remote-scoring.ts';
import { type PersonEvidence, personEvidence, uncertaintyShrinkage } from '../ranking/person-effects.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { DirectionSums } from '../ranking/scoring/direction-sums.ts';
import { personRows, positionOf } from './person-rows.ts';
import { column } from './pool/column.ts';
import type { MatchInput } from './stage.ts';

export interface CandidatePersonEffects {
  /** The model that has them. */
  readonly model: RankingModel;
  /** Log-odds by row [N]; `backward` is null when ranking one way. */
  readonly points: DirectionSums;
  /** Factor of the log-odds, 0..1: smaller where the effects' variance is larger. */
  readonly shrinkage: DirectionSums;
}

/** The person effects in the sum. */
export const personEffects = column<CandidatePersonEffects>(
  'person_effects',
  ({ model, points, shrinkage }, rows) => ({
    model,
    points: rows.sums(points),
    shrinkage: rows.sums(shrinkage),
  }),
);

function hasPersonEffects({ personEffects: table }: RankingModel): boolean {
  const { selectivity, desirability } = table.unknown;
  return table.userIds.length > 0 || selectivity > 0 || desirability > 0;
}

/** null for a model without person effects. */
export function personEffectsOf(
  model: RankingModel,
  rows: Uint32Array,
  { index, seeker, plan }: Pick<MatchInput, 'index' | 'seeker' | 'plan'>,
): CandidatePersonEffects | null {
  if (!hasPersonEffects(model)) return null;
  const { personEffects: table } = model;
  const positions = personRows(index, table).positions(index);
  const mine = positionOf(table, seeker.userId);
  const direction = (read: (theirs: number) => PersonEvidence) => {
    const points = new Float64Array(rows.length);
    const shrinkage = new Float64Array(rows.length);
    const unknown = totalEffect(read(-1));
    for (let n = 0; n < rows.length; n++) {
      const theirs = positions[rows[n]!]!;
      const effect = theirs === -1 ? unknown : totalEffect(read(theirs));
      points[n] = effect.points;
      shrinkage[n] = effect.shrinkage;
    }
    return { points, shrinkage };
  };
  const forward = direction((theirs) => personEvidence(table, mine, theirs));
  const backward = plan.twoWay ? direction((theirs) => personEvidence(table, theirs, mine)) : null;
  return {
    model,
    points: { forward: forward.points, backward: backward?.points ?? null },
    shrinkage: { forward: forward.shrinkage, backward: backward?.shrinkage ?? null },
  };
}

function totalEffect({ selectivity, desirability, affinity, variance }: PersonEvidence) {
  return { points: selectivity + desirability + affinity, shrinkage: uncertaintyShrinkage(variance) };
}

/** The person effects of the seeker and one candidate, for the explanation. */
export function personEffectsOfPair(
  { personEffects: table }: RankingModel,
  { index, seeker }: Pick<MatchInput, 'index' | 'seeker'>,
  row: RowNumber,
): { readonly forward: PersonEvidence; readonly backward: PersonEvidence } {
  const mine = positionOf(table, seeker.userId);
  const theirs = personRows(index, table).positions(index)[row]!;
  return { forward: personEvidence(table, mine, theirs), backward: personEvidence(table, theirs, mine) };
}

/** Rows that the model knows, ascending, with their effects [rows × 2: forward, backward]. */
export interface KnownPersonEffects {
  readonly rows: Uint32Array;
  readonly points: Float64Array;
  readonly shrinkage: Float64Array;
  /** The effects of every other row. */
  readonly unknown: {
    readonly points: readonly [forward: number, backward: number];
    readonly shrinkage: readonly [forward: number, backward: number];
  };
}

/**
 * As `personEffectsOf`, for a scoring that the index runs over these candidates; null for a model without person
 * effects.
 */
export function knownPersonEffects(
  model: RankingModel,
  { index, seeker }: Pick<MatchInput, 'index' | 'seeker'>,
  candidates: Pick<HeldSelection, 'has'>,
): KnownPersonEffects | null {
  if (!hasPersonEffects(model)) return null;
  const { personEffects: table } = model;
  const mine = positionOf(table, seeker.userId);
  const people = personRows(index, table);
  const rows = people.known(index).filter((row) => candidates.has(rowNumber(row)));
  const positions = people.positions(index);
  const points = new Float64Array(2 * rows.length);
  const shrinkage = new Float64Array(2 * rows.length);
  for (let n = 0; n < rows.length; n++) {
    const theirs = positions[rows[n]!]!;
    const forward = totalEffect(personEvidence(table, mine, theirs));
    const backward = totalEffect(personEvidence(table, theirs, mine));
    points[2 * n] = forward.points;
    points[2 * n + 1] = backward.points;
    shrinkage[2 * n] = forward.shrinkage;
    shrinkage[2 * n + 1] = backward.shrinkage;
  }
  const forward = totalEffect(personEvidence(table, mine, -1));
  const backward = totalEffect(personEvidence(table, -1, mine));
  const unknown = {
    points: [forward.points, backward.points] as const,
    shrinkage: [forward.shrinkage, backward.shrinkage] as const,
  };
  return { rows, points, shrinkage, unknown };
}

/** More would make every request long; the others are scored as unknown at first, and right in light_ml. */
const FEW = 1000;

/** As `knownPersonEffects`, by user id, for an engine outside; of many known people, none. */
export function fewPersonEffects(model: RankingModel, seekerId: string): RemotePersonEffects | null {
  if (!hasPersonEffects(model)) return null;
  const { personEffects: table } = model;
  const mine = positionOf(table, seekerId);
  const both = (theirs: number) => {
    const forward = totalEffect(personEvidence(table, mine, theirs));
    const backward = totalEffect(personEvidence(table, theirs, mine));
    return {
      points: [forward.points, backward.points] as const,
      shrinkage: [forward.shrinkage, backward.shrinkage] as const,
    };
  };
  const known = table.userIds.length > FEW ? [] : table.userIds;
  const unknown = both(-1);
  return {
    unknownPoints: unknown.points,
    unknownShrinkage: unknown.shrinkage,
    known: known.map((userId, theirs) => ({ userId, ...both(theirs) })),
  };
}

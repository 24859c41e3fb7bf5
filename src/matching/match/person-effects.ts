/**
 * The person effects of a trained model, for the seeker and each candidate. A prior has none, so nothing is
 * computed for it.
 */
import { type RowNumber, rowNumber } from '../../contract/brands.ts';
import type { HeldSelection } from '../index/candidate-index.ts';
import { neighbourPoints, scoresFrom, scoresTowards } from '../ranking/neighbours/neighbour-table.ts';
import {
  type PersonEffects,
  type PersonEvidence,
  personEvidence,
  personPoints,
  personShrinkage,
} from '../ranking/person-effects.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { DirectionSums } from '../ranking/scoring/direction-sums.ts';
import type { Direction } from '../ranking/scoring/ready-term.ts';
import type { RemotePersonEffects } from '../search-engine/remote-scoring.ts';
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
  const forward = effectsOfRows(rows, positions, towards(table, mine, 'forward'));
  const backward = plan.twoWay ? effectsOfRows(rows, positions, towards(table, mine, 'backward')) : null;
  return {
    model,
    points: { forward: forward.points, backward: backward?.points ?? null },
    shrinkage: { forward: forward.shrinkage, backward: backward?.shrinkage ?? null },
  };
}

/** The effects of the seeker and any person of the table in one direction; -1: a person without an entry. */
interface EffectsTowards {
  points(theirs: number): number;
  shrinkage(theirs: number): number;
}

function towards(table: PersonEffects, mine: number, direction: Direction): EffectsTowards {
  const neighbours = pointsOfNeighbours(table, mine, direction);
  return direction === 'forward'
    ? {
        points: (theirs) => personPoints(table, mine, theirs) + neighbours(theirs),
        shrinkage: (theirs) => personShrinkage(table, mine, theirs),
      }
    : {
        points: (theirs) => personPoints(table, theirs, mine) + neighbours(theirs),
        shrinkage: (theirs) => personShrinkage(table, theirs, mine),
      };
}

/** Points of neighbours between the seeker and any person of the table. */
function pointsOfNeighbours(
  { neighbours }: PersonEffects,
  mine: number,
  direction: Direction,
): (theirs: number) => number {
  if (neighbours === undefined || mine < 0) return () => 0;
  const scores = direction === 'forward' ? scoresFrom(neighbours, mine) : scoresTowards(neighbours, mine);
  return (theirs) => (theirs < 0 ? 0 : neighbourPoints(neighbours, scores[theirs]!));
}

function effectsOfRows(rows: Uint32Array, positions: Int32Array, effects: EffectsTowards) {
  const points = new Float64Array(rows.length).fill(effects.points(-1));
  const shrinkage = new Float64Array(rows.length).fill(effects.shrinkage(-1));
  for (let n = 0; n < rows.length; n++) {
    const theirs = positions[rows[n]!]!;
    if (theirs === -1) continue;
    points[n] = effects.points(theirs);
    shrinkage[n] = effects.shrinkage(theirs);
  }
  return { points, shrinkage };
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
 * As `personEffectsOf`, for a scoring that the index runs over these candidates; null for a model without
 * person effects.
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
  const [forward, backward] = [towards(table, mine, 'forward'), towards(table, mine, 'backward')];
  const points = new Float64Array(2 * rows.length);
  const shrinkage = new Float64Array(2 * rows.length);
  for (let n = 0; n < rows.length; n++) {
    const theirs = positions[rows[n]!]!;
    points[2 * n] = forward.points(theirs);
    points[2 * n + 1] = backward.points(theirs);
    shrinkage[2 * n] = forward.shrinkage(theirs);
    shrinkage[2 * n + 1] = backward.shrinkage(theirs);
  }
  return { rows, points, shrinkage, unknown: bothWays(forward, backward, -1) };
}

/** The effects of one person in both directions. */
function bothWays(forward: EffectsTowards, backward: EffectsTowards, theirs: number) {
  return {
    points: [forward.points(theirs), backward.points(theirs)] as const,
    shrinkage: [forward.shrinkage(theirs), backward.shrinkage(theirs)] as const,
  };
}

/** More would make every request long; the others are scored as unknown at first, and right in light_ml. */
const FEW = 1000;

/** As `knownPersonEffects`, by user id, for an engine outside; empty where many people are known. */
export function fewPersonEffects(model: RankingModel, seekerId: string): RemotePersonEffects | null {
  if (!hasPersonEffects(model)) return null;
  const { personEffects: table } = model;
  const mine = positionOf(table, seekerId);
  const [forward, backward] = [towards(table, mine, 'forward'), towards(table, mine, 'backward')];
  const known = table.userIds.length > FEW ? [] : table.userIds;
  const unknown = bothWays(forward, backward, -1);
  return {
    unknownPoints: unknown.points,
    unknownShrinkage: unknown.shrinkage,
    known: known.map((userId, theirs) => ({ userId, ...bothWays(forward, backward, theirs) })),
  };
}

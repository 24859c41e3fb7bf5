/**
 * Labelled pairs with the scores of two heads of known worth, without a fit. The truth is a sum of effects of
 * seeker and candidate and of three signals of the pair:
 *
 *   log-odds(s, c) = level + selectivity(s) + desirability(c) + common + known + news
 *
 * Both heads see `common` and a part of the effects, the serving one `known`, the new one `news`. Each adds
 * an error of its own, which goes along with seeker and candidate, as errors of estimated effects do. `size`
 * of `known` or `news` sets by how much one of the two is better.
 */
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

export interface Shape {
  readonly name: string;
  /** Outcomes of each seeker, of which the split holds out a share. */
  readonly each: readonly number[];
  readonly candidates: number;
}

export interface Heads {
  /** Standard deviations in log-odds: of the signals … */
  readonly common: number;
  readonly known: number;
  readonly news: number;
  /** … and of the errors that each head adds. */
  readonly servingError: number;
  readonly candidateError: number;
}

export interface ScoredPairs {
  readonly heldOut: LabelledPairs;
  readonly serving: Float64Array;
  readonly candidate: Float64Array;
  /** Scores of a prior, which sees half of what both heads see. */
  readonly prior: Float64Array;
}

const LEVEL = -0.6;
const SELECTIVITY = 0.7;
const DESIRABILITY = 0.7;
/** Part of the effects that both heads know. */
const EFFECTS_KNOWN = 0.4;
const PRIOR_ERROR = 0.5;

/** `share`: part of the outcomes that is held out. `shuffled`: labels mean nothing. */
export function simulateHeads(
  { each, candidates: C }: Shape,
  { common, known, news, servingError, candidateError }: Heads,
  {
    share,
    seed,
    shuffled = false,
  }: { readonly share: number; readonly seed: number; readonly shuffled?: boolean },
): ScoredPairs {
  const random = new SeededRandom(seed);
  const S = each.length;
  const column = (length: number, deviation: number) =>
    Float64Array.from({ length }, () => deviation * random.normal());
  const [selectivity, desirability] = [column(S, SELECTIVITY), column(C, DESIRABILITY)];
  const errors = [servingError, candidateError].map(
    (error) => [column(S, 0.6 * error), column(C, 0.6 * error)] as const,
  );
  const rows: { s: number; c: number; truth: number; serving: number; candidate: number; prior: number }[] =
    [];
  for (const [s, count] of each.entries()) {
    const seen = new Set<number>();
    for (let n = 0; n < Math.min(count, C); n++) {
      let c = random.below(C);
      while (seen.has(c)) c = (c + 1) % C;
      seen.add(c);
      const [x, y, z] = [common * random.normal(), known * random.normal(), news * random.normal()];
      const [e0, e1] = [servingError, candidateError].map((error) => 0.5 * error * random.normal()) as [
        number,
        number,
      ];
      const held = random.uniform() < share;
      if (!held) continue;
      const effects = selectivity[s]! + desirability[c]!;
      const seenBy = LEVEL + EFFECTS_KNOWN * effects + x;
      rows.push({
        s,
        c,
        truth: LEVEL + effects + x + y + z,
        prior: LEVEL + 0.5 * x + PRIOR_ERROR * random.normal(),
        serving: seenBy + y + errors[0]![0][s]! + errors[0]![1][c]! + e0,
        candidate: seenBy + z + errors[1]![0][s]! + errors[1]![1][c]! + e1,
      });
    }
  }
  const labels = Uint8Array.from(rows, ({ truth }) => Number(random.uniform() < sigmoid(truth)));
  if (shuffled) random.shuffle(labels);
  return {
    heldOut: {
      people: Array.from({ length: S + C }, (_, n) => `p${n}`),
      seekers: Uint32Array.from(rows, ({ s }) => s),
      candidates: Uint32Array.from(rows, ({ c }) => S + c),
      labels,
      weights: new Float64Array(rows.length).fill(1),
      atMs: new Float64Array(rows.length),
    },
    serving: Float64Array.from(rows, ({ serving }) => sigmoid(serving)),
    candidate: Float64Array.from(rows, ({ candidate }) => sigmoid(candidate)),
    prior: Float64Array.from(rows, ({ prior }) => sigmoid(prior)),
  };
}

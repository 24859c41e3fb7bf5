/** The chosen candidates in wire form: score, the two directions, and on request the explanation. */
import { asLogOdds, logOddsAt, rowNumber } from '../../../contract/brands.ts';
import type { MatchResult } from '../../../contract/match.ts';
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { peopleOfIndex, type StoredTexts } from '../../ranking/scoring/person.ts';
import { probabilityOf } from '../../ranking/scoring/probability.ts';
import type { CandidateTexts } from '../candidate-texts.ts';
import type { Chosen } from '../explore/explore-places.ts';
import { judgeReasons } from '../judge/verdict-evidence.ts';
import { personEffects, personEffectsOfPair } from '../person-effects.ts';
import { isEvidence } from '../pool/column.ts';
import { exposurePrice } from '../pool/exposure-price.ts';
import type { Pool } from '../pool/pool.ts';
import { score, stageScores } from '../pool/score.ts';
import type { Ranked } from '../rank-best.ts';
import type { RunControl } from '../run-control.ts';
import type { MatchInput } from '../stage.ts';
import { storedTexts } from '../stages/cross-encoder.ts';
import { textEvidence } from '../stages/embedding.ts';
import { chooseReasons } from './choose-reasons.ts';
import { explainTerms, type PairPoints } from './explain-terms.ts';

type Match = MatchResult['matches'][number];

export async function describeMatches(
  pool: Pool,
  chosen: readonly Chosen[],
  input: MatchInput,
  { yielder }: Pick<RunControl, 'yielder'>,
  stored: CandidateTexts,
): Promise<Match[]> {
  const { explain } = input.plan.request;
  const texts = explain ? await textsOf(pool, chosen, input, stored) : [];
  const matches: Match[] = [];
  for (const [n, ranked] of chosen.entries()) {
    await yielder.yieldIfDue();
    matches.push({
      user_id: ranked.userId,
      score: ranked.score,
      ...mutualOf(pool, ranked),
      ...(explain && explanationOf(pool, ranked, texts[n] ?? null, input)),
      ...(explain && exposureOf(pool, ranked)),
      ...(explain && exploringOf(ranked)),
    });
  }
  return matches;
}

/** The texts of the chosen candidates, which the cross_encoder stage has read already if it was on. */
async function textsOf(
  pool: Pool,
  chosen: readonly Ranked[],
  input: MatchInput,
  stored: CandidateTexts,
): Promise<readonly (StoredTexts | null)[]> {
  const scoreOfPool = pool.read(score);
  if (scoreOfPool === null) return [];
  const known = pool.read(storedTexts);
  if (known !== null) return chosen.map(({ position }) => known[position]!);
  const rows = Uint32Array.from(chosen, ({ row }) => row);
  return stored.read(rows, scoreOfPool.breakdown.terms, input);
}

/** The effect of fair exposure on the pair. */
function exposureOf(pool: Pool, { position, order, reservedFor }: Chosen): Pick<Match, 'fair_exposure'> {
  const prices = pool.read(exposurePrice);
  if (prices === null) return {};
  const reserved = reservedFor !== null && { reserved_for: reservedFor };
  return { fair_exposure: { price: prices[position]!, ordered_by: order, ...reserved } };
}

/** How the match explored. */
function exploringOf({ explored, propensity }: Chosen): Pick<Match, 'explored' | 'propensity'> {
  return { ...(explored && { explored }), ...(propensity !== null && { propensity }) };
}

function mutualOf(pool: Pool, { position }: Ranked): Pick<Match, 'mutual'> {
  const calibrated = pool.read(score)?.calibrated;
  if (calibrated?.backward == null) return {};
  const { forward, backward } = calibrated;
  return {
    mutual: {
      seeker_to_candidate: probabilityOf(logOddsAt(forward, position)),
      candidate_to_seeker: probabilityOf(logOddsAt(backward, position)),
    },
  };
}

function explanationOf(
  pool: Pool,
  { position, row }: Ranked,
  texts: StoredTexts | null,
  { index, seeker }: Pick<MatchInput, 'index' | 'seeker'>,
) {
  const stage_scores = Object.fromEntries(
    (pool.read(stageScores) ?? []).map(({ stage, scores }) => [stage, scores[position]!]),
  );
  const scoreOfPool = pool.read(score);
  if (scoreOfPool === null) return { stage_scores, reasons: [], terms: [] };
  const { breakdown, calibrated } = scoreOfPool;
  const candidate = peopleOfIndex(index)(rowNumber(row), texts ?? undefined);
  const model = pool.read(personEffects)?.model ?? null;
  const terms = explainTerms(
    breakdown,
    {
      text: pointsAt(pool.read(textEvidence), position),
      named: pool.columns.filter(isEvidence).map((column) => ({
        name: column.name,
        points: pointsAt(pool.read(column), position)!,
      })),
      calibrated: pointsAt(calibrated, position)!,
      personEffects: model && personEffectsOfPair(model, { index, seeker }, rowNumber(row)),
    },
    seeker.person,
    candidate,
    calibrated.backward !== null,
  );
  const reasons = chooseReasons(terms, pool.read(judgeReasons)?.[position] ?? null);
  return { stage_scores, reasons: [...reasons], terms: [...terms] };
}

function pointsAt(sums: DirectionSums | null, position: number): PairPoints | null {
  if (sums === null) return null;
  const { forward, backward } = sums;
  return {
    forward: logOddsAt(forward, position),
    backward: backward === null ? asLogOdds(0) : logOddsAt(backward, position),
  };
}

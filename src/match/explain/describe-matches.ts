/** The chosen candidates in wire form: score, the two directions, and on request the explanation. */
import { asLogOdds, logOddsAt, rowNumber } from '../../contract/brands.ts';
import type { MatchResult } from '../../contract/match.ts';
import { peopleOfIndex } from '../../ranking/scoring/person.ts';
import { probabilityOf } from '../../ranking/scoring/probability.ts';
import type { DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { personEffectsOfPair } from '../person-effects.ts';
import type { Pool } from '../pool.ts';
import type { Ranked } from '../rank-best.ts';
import { readTexts } from '../read-texts.ts';
import type { MatchContext } from '../stage.ts';
import { chooseReasons } from './choose-reasons.ts';
import { explainTerms, type PairPoints } from './explain-match.ts';

type Match = MatchResult['matches'][number];

export async function describeMatches(
  pool: Pool,
  chosen: readonly Ranked[],
  context: MatchContext,
): Promise<Match[]> {
  const { explain } = context.plan.request;
  if (explain && pool.breakdown !== null) {
    await readTexts(
      Uint32Array.from(chosen, ({ row }) => row),
      pool.breakdown,
      context,
    );
  }
  const matches: Match[] = [];
  for (const ranked of chosen) {
    await context.yielder.yieldIfDue();
    matches.push({
      user_id: ranked.userId,
      score: ranked.score,
      ...mutualOf(pool, ranked),
      ...(explain && explanationOf(pool, ranked, context)),
    });
  }
  return matches;
}

function mutualOf({ calibrated }: Pool, { position }: Ranked): Pick<Match, 'mutual'> {
  if (calibrated?.backward == null) return {};
  const { forward, backward } = calibrated;
  return {
    mutual: {
      seeker_to_candidate: probabilityOf(logOddsAt(forward, position)),
      candidate_to_seeker: probabilityOf(logOddsAt(backward, position)),
    },
  };
}

function explanationOf(pool: Pool, { position, row }: Ranked, context: MatchContext) {
  const { index, seeker, texts } = context;
  const stage_scores = Object.fromEntries(
    pool.stageScores.map(({ stage, scores }) => [stage, scores[position]!]),
  );
  if (pool.breakdown === null) return { stage_scores, reasons: [], terms: [] };
  const { calibrated, textEvidence, breakdown, crossEncoded, reranked, judged } = pool;
  const candidate = peopleOfIndex(index)(rowNumber(row), texts.get(row));
  const at = (sums: DirectionSums | null): PairPoints => ({
    forward: asLogOdds(sums?.forward[position] ?? 0),
    backward: asLogOdds(sums?.backward?.[position] ?? 0),
  });
  const terms = explainTerms(
    breakdown,
    {
      text: at(textEvidence),
      crossEncoded: at(crossEncoded),
      reranked: at(reranked),
      judged: at(judged?.points ?? null),
      calibrated: at(calibrated),
      personEffects:
        breakdown.personModel === null
          ? null
          : personEffectsOfPair(breakdown.personModel, context, rowNumber(row)),
    },
    seeker.person,
    candidate,
    calibrated?.backward != null,
  );
  const reasons = chooseReasons(terms, judged?.reasons[position] ?? null);
  return { stage_scores, reasons: [...reasons], terms: [...terms] };
}

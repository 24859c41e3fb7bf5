/**
 * An external reranker's evidence on pairs. Its relevance r orders the documents of one query and is no
 * probability: the level differs by model, query and length. So only differences within one answer count, and
 * they are bounded:
 *
 *   points = WEIGHT · tanh((logit r − median of logit r over the pool) / SLOPE)      log-odds, on top of ours
 *
 * One call: the seeker's profile is the query, the candidates' profiles are the documents. The points count
 * in both directions, as the likeness of texts does: the opposite direction would need a call for each
 * candidate.
 */
import { logit } from '../../numeric/logistic.ts';
import { median } from '../../numeric/statistics.ts';
import { personOfRow } from '../../ranking/scoring/person.ts';
import type { DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { RerankerUnavailable } from '../../rerankers/reranker.ts';
import { profilesOf } from '../profiles-of.ts';
import type { MatchContext } from '../stage.ts';
import { BudgetSpent, waitForHost } from '../wait-for-host.ts';
import { profileText } from './profile-text.ts';
import type { Reranking } from './reranking.ts';

const WEIGHT = 2;
const SLOPE = 2;
const CERTAIN = 1e-6;

export type Reranked = { readonly points: DirectionSums } | { readonly degraded: string };

export async function rerank(
  { reranker, timeoutMs, onFailure }: Reranking,
  rows: Uint32Array,
  context: MatchContext,
): Promise<Reranked> {
  const { definition } = context.plan;
  const profiles = await profilesOf(rows, context);
  const present = [...profiles.keys()].filter((at) => profiles[at] !== null);
  const documents = present.map((at) => profileText(definition, personOfRow(definition, profiles[at]!, [])));
  const query = profileText(definition, context.seeker.person);
  const tooSlow = () =>
    new RerankerUnavailable('failed', `the reranker did not answer within ${timeoutMs} ms`);
  const relevance = await waitForHost(context, { timeoutMs, tooSlow }, (signal) =>
    reranker.relevance(query, documents, signal),
  ).catch((error: unknown) => {
    if (error instanceof RerankerUnavailable) onFailure?.(context.plan.tenant, error);
    return degradedBy(error);
  });
  if (typeof relevance === 'string') return { degraded: relevance };
  const points = new Float64Array(rows.length);
  for (const [n, evidence] of evidenceOf(relevance).entries()) points[present[n]!] = evidence;
  return { points: { forward: points, backward: points } };
}

/** The reason for `degraded`. Rethrows internal errors and the caller's abort. */
function degradedBy(error: unknown): string {
  if (error instanceof RerankerUnavailable) return error.reason;
  if (error instanceof BudgetSpent) return 'budget';
  throw error;
}

/** Log-odds [N] for relevances [N] in 0..1; 0 at the median. */
export function evidenceOf(relevance: readonly number[]): readonly number[] {
  const logits = relevance.map((r) => logit(Math.min(1 - CERTAIN, Math.max(CERTAIN, r))));
  const middle = median(logits);
  return logits.map((one) => WEIGHT * Math.tanh((one - middle) / SLOPE));
}

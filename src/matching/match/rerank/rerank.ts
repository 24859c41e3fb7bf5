/**
 * An external reranker's evidence on pairs. Its relevance r orders the documents of one query and is no
 * probability: the level differs by model, query and length. So only differences within one answer count, and
 * they are bounded. The points are log-odds:
 *
 *   points = WEIGHT · tanh((logit r − median of logit r over the pool) / SLOPE)
 *
 * One call: the seeker's profile is the query, the candidates' profiles are the documents. The points count
 * in both directions, as the similarity of texts does: the opposite direction would need a call for each
 * candidate.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import { median } from '../../../platform/numeric/statistics.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { type Person, personOfRow } from '../../ranking/scoring/person.ts';
import { type Reranker, RerankerUnavailable } from '../../rerankers/reranker.ts';
import { evidenceColumn } from '../pool/column.ts';
import { profileData } from '../profile-data.ts';
import { readProfiles } from '../read-profiles.ts';
import { BudgetSpent, type RunControl, waitForHost } from '../run-control.ts';
import type { MatchInput } from '../stage.ts';

/** The external reranker's evidence. */
export const rerankerPoints = evidenceColumn('reranker');

/**
 * The external reranker, which adds evidence to the cross_encoder stage, and how long a match waits for it.
 */
export interface Reranking {
  readonly reranker: Reranker;
  readonly timeoutMs: number;
  readonly onFailure?: (tenant: TenantId, error: RerankerUnavailable) => void;
}

const WEIGHT = 2;
const SLOPE = 2;
const CERTAIN = 1e-6;
/** Rerankers read a few hundred words and ignore the rest. */
const MAX_CHARACTERS = 4000;

export type Reranked = { readonly points: DirectionSums } | { readonly degraded: string };

export async function rerank(
  { reranker, timeoutMs, onFailure }: Reranking,
  rows: Uint32Array,
  { plan, index, seeker }: Pick<MatchInput, 'plan' | 'index' | 'seeker'>,
  control: RunControl,
  profiles: ProfileStore,
): Promise<Reranked> {
  const { definition, tenant } = plan;
  const stored = await readProfiles(rows, { plan, index }, profiles);
  const present = [...stored.keys()].filter((at) => stored[at] !== null);
  const documents = present.map((at) => profileText(definition, personOfRow(definition, stored[at]!, [])));
  const query = profileText(definition, seeker.person);
  const tooSlow = () =>
    new RerankerUnavailable('failed', `the reranker did not answer within ${timeoutMs} ms`);
  const relevance = await waitForHost(control, { timeoutMs, tooSlow }, (signal) =>
    reranker.relevance(query, documents, signal),
  ).catch((error: unknown) => {
    if (error instanceof RerankerUnavailable) onFailure?.(tenant, error);
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
  return logits.map((logit) => WEIGHT * Math.tanh((logit - middle) / SLOPE));
}

/** A profile as text: a line a field, soft texts last. */
function profileText(definition: DomainDefinition, person: Person): string {
  const data = profileData(definition, person);
  const isText = new Set(definition.fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name));
  const entries = Object.entries(data);
  const lines = [
    ...entries.filter(([name]) => !isText.has(name)),
    ...entries.filter(([name]) => isText.has(name)),
  ].map(([name, value]) => `${name.replaceAll('_', ' ')}: ${inWords(value)}`);
  return lines.join('\n').slice(0, MAX_CHARACTERS);
}

function inWords(value: FieldValue): string {
  const words = Array.isArray(value) ? value.join(', ') : String(value);
  return words.replaceAll('_', ' ');
}

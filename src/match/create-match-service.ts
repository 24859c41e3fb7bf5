/**
 * POST /match, end to end:
 *   plan the request -> wait for a slot -> load the seeker -> sql_filter -> light_ml -> embedding -> cross_encoder
 *   -> llm_judge -> select -> explain -> store the matches shown.
 */

import type { MatchResult } from '../contract/match.ts';
import { newId } from '../contract/new-id.ts';
import type { DomainFor } from '../domains/active-domain.ts';
import type { ResolvePlace } from '../domains/place.ts';
import type { IndexRegistry } from '../index/candidate-index.ts';
import { createPriorCatalog, type ModelCatalog } from '../ranking/models/model-catalog.ts';
import type { ShownMatch } from '../storage/learning-store.ts';
import type { Store } from '../storage/store.ts';
import { EventLoopYielder } from '../threads/event-loop-yielder.ts';
import { type AdmissionLimits, createAdmission, defaultAdmissionLimits } from './admission.ts';
import { startBudget } from './budget.ts';
import type { CrossEncoding } from './cross-encoder-points.ts';
import { describeMatches } from './explain/describe-matches.ts';
import { describeRun, type SelectionTrace } from './explain/describe-run.ts';
import type { Judge } from './judge/judge.ts';
import { type EnsureVector, findSeeker, seekerOf } from './load-seeker.ts';
import { type MatchPlan, makePlan } from './match-plan.ts';
import type { MatchService } from './match-service.ts';
import type { Reranking } from './rerank/reranking.ts';
import { runPipeline } from './run-pipeline.ts';
import { selectMatches } from './select-matches.ts';
import type { MatchContext } from './stage.ts';

export interface MatchDependencies {
  readonly store: Store;
  readonly indexes: IndexRegistry;
  readonly resolvePlace: ResolvePlace;
  readonly domainFor: DomainFor;
  readonly ensureVector: EnsureVector;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Called for every stage that ran, with its time in ms and the pool sizes before and after it. */
  readonly observeStage?: (stage: string, ms: number, poolIn: number, poolOut: number) => void;
  /** Called for every stage that was skipped, cut short, or done without one of its parts. */
  readonly observeDegraded?: (stage: string, reason: string) => void;
  /** Stores the matches of an answer; durable when it resolves. A failure here fails the request. */
  readonly remember?: (shown: ShownMatch) => Promise<void>;
  /** The language model of llm_judge; without it the stage is skipped. */
  readonly judge?: Judge;
  /**
   * Runs trained cross encoders. Without it their part of the score is left out and the answer is `degraded`.
   */
  readonly crossEncoding?: CrossEncoding;
  /** The external reranker. */
  readonly reranking?: Reranking;
  /** Default: the domains' prior scorecards. */
  readonly models?: ModelCatalog;
  readonly admission?: AdmissionLimits;
  /** Milliseconds of a monotonic clock; default: `performance.now()`. */
  readonly monotonicClock?: () => number;
}

/** Longest run of a match's work between two turns of the event loop. */
const SLICE_MS = 4;

export function createMatchService(deps: MatchDependencies): MatchService {
  const monotonicMs = deps.monotonicClock ?? (() => performance.now());
  const models = deps.models ?? createPriorCatalog();
  const admission = createAdmission(deps.admission ?? defaultAdmissionLimits, monotonicMs);
  return {
    async match(tenant, request, signal) {
      const arrivedAtMs = monotonicMs();
      const domain = await deps.domainFor(tenant, request.domain);
      const plan = await makePlan(tenant, request, domain, deps.resolvePlace, models);
      const { result, shown } = await admission.admit(async ({ withoutSlot }) => {
        const context = await openContext(deps, plan, { arrivedAtMs, monotonicMs, signal, withoutSlot });
        try {
          return await matchInContext(deps, context, monotonicMs);
        } finally {
          for (const selection of context.selections) selection.release();
        }
      }, signal);
      // The write waits without a slot in admission, so that many matches share one commit.
      await deps.remember?.(shown);
      return result;
    },
  };
}

interface Arrival extends Pick<MatchContext, 'signal' | 'withoutSlot'> {
  readonly arrivedAtMs: number;
  readonly monotonicMs: () => number;
}

async function openContext(
  deps: MatchDependencies,
  plan: MatchPlan,
  { arrivedAtMs, monotonicMs, signal, withoutSlot }: Arrival,
): Promise<MatchContext> {
  const { tenant, definition, request } = plan;
  const { store } = deps;
  const stored = await findSeeker(deps, tenant, definition, request.user_id);
  const index = await deps.indexes.ready(tenant, definition);
  // One encoder for the whole match, even if another becomes the serving encoder meanwhile.
  const { encoderId } = index;
  return {
    plan,
    seeker: seekerOf(definition, stored, encoderId),
    index,
    store,
    encoderId,
    nowMs: deps.clock(),
    budget: startBudget(request.budget_ms, arrivedAtMs, monotonicMs),
    yielder: new EventLoopYielder(SLICE_MS, signal),
    signal,
    withoutSlot,
    judge: deps.judge ?? null,
    crossEncoding: deps.crossEncoding ?? null,
    reranking: deps.reranking ?? null,
    selections: [],
    texts: new Map(),
  };
}

async function matchInContext(
  deps: MatchDependencies,
  context: MatchContext,
  monotonicMs: () => number,
): Promise<{ readonly result: MatchResult; readonly shown: ShownMatch }> {
  const run = await runPipeline(context, monotonicMs);
  const startedMs = monotonicMs();
  const { chosen, dropped } = await selectMatches(run.pool, context);
  const matches = await describeMatches(run.pool, chosen, context);
  const selection: SelectionTrace = {
    in: run.pool.rows.length,
    out: matches.length,
    dropped,
    ms: monotonicMs() - startedMs,
  };
  for (const { stage, enabled, ms, in: poolIn, out, degraded } of run.trace) {
    if (degraded !== undefined) deps.observeDegraded?.(stage, degraded);
    if (enabled) deps.observeStage?.(stage, ms, poolIn, out);
  }
  deps.observeStage?.('select', selection.ms, selection.in, selection.out);
  const matchId = newId('match');
  const result = { match_id: matchId, matches, ...describeRun(run, selection, context.plan) };
  return { result, shown: shownBy(result, context) };
}

function shownBy(result: MatchResult, { plan, nowMs }: MatchContext): ShownMatch {
  return {
    tenantId: plan.tenant,
    matchId: result.match_id,
    domain: plan.definition.domain,
    seekerId: plan.request.user_id,
    candidates: result.matches.map(({ user_id, score }) => ({ userId: user_id, score })),
    versions: Object.fromEntries(
      Object.entries(result.models_used).flatMap(([stage, model]) =>
        model === undefined ? [] : [[stage, model.version]],
      ),
    ),
    atMs: nowMs,
  };
}

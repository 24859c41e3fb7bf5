/**
 * POST /match, end to end:
 *   read the request -> wait for a place -> load the seeker -> sql_filter -> light_ml -> embedding -> cross_encoder
 *   -> llm_judge -> select -> explain.
 */
import { ulid } from 'ulid';
import type { MatchResult } from '../contract/match.ts';
import type { DomainFor } from '../domains/active-domain.ts';
import type { ResolvePlace } from '../domains/place.ts';
import { encoderId, type TextEncoder } from '../encoders/text-encoder.ts';
import type { IndexRegistry } from '../index/candidate-index.ts';
import { createPriorCatalog, type ModelCatalog } from '../ranking/models/model-catalog.ts';
import type { Store } from '../storage/store.ts';
import { type AdmissionLimits, createAdmission, defaultAdmissionLimits } from './admission.ts';
import { createBreather } from './breather.ts';
import { startBudget } from './budget.ts';
import { describeMatches } from './explain/describe-matches.ts';
import { describeRun, type SelectionTrace } from './explain/describe-run.ts';
import { type EnsureHead, loadSeeker } from './load-seeker.ts';
import { type MatchPlan, makePlan } from './match-plan.ts';
import type { MatchService } from './match-service.ts';
import { runPipeline } from './run-pipeline.ts';
import { selectMatches } from './select-matches.ts';
import type { MatchContext } from './stage.ts';

export interface MatchDependencies {
  readonly store: Store;
  readonly indexes: IndexRegistry;
  readonly encoder: Pick<TextEncoder, 'identity'>;
  readonly resolvePlace: ResolvePlace;
  readonly domainFor: DomainFor;
  readonly ensureHead: EnsureHead;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Told of every stage that ran: its time in ms, and pool sizes before and after it. */
  readonly observeStage?: (stage: string, ms: number, poolIn: number, poolOut: number) => void;
  /** Default: the priors. */
  readonly models?: ModelCatalog;
  readonly admission?: AdmissionLimits;
  /** ms of a clock that never jumps; default: the process's. */
  readonly monotonicClock?: () => number;
}

export function createMatchService(deps: MatchDependencies): MatchService {
  const monotonicMs = deps.monotonicClock ?? (() => performance.now());
  const models = deps.models ?? createPriorCatalog();
  const admission = createAdmission(deps.admission ?? defaultAdmissionLimits, monotonicMs);
  return {
    async match(tenant, request, signal) {
      const arrivedAtMs = monotonicMs();
      const domain = await deps.domainFor(tenant, request.domain);
      const plan = await makePlan(tenant, request, domain, deps.resolvePlace, models);
      return admission.admit(async () => {
        const context = await openContext(deps, plan, arrivedAtMs, monotonicMs, signal);
        return matchInContext(deps, context, monotonicMs);
      }, signal);
    },
  };
}

async function openContext(
  deps: MatchDependencies,
  plan: MatchPlan,
  arrivedAtMs: number,
  monotonicMs: () => number,
  signal: AbortSignal | undefined,
): Promise<MatchContext> {
  const { tenant, definition, request } = plan;
  const serving = encoderId(deps.encoder.identity);
  const { store, ensureHead } = deps;
  const seeker = await loadSeeker(
    { store, ensureHead, encoderId: serving },
    tenant,
    definition,
    request.user_id,
  );
  return {
    plan,
    seeker,
    index: await deps.indexes.ready(tenant, definition),
    store,
    encoderId: serving,
    nowMs: deps.clock(),
    budget: startBudget(request.budget_ms, arrivedAtMs, monotonicMs),
    breather: createBreather(monotonicMs, signal),
    texts: new Map(),
  };
}

async function matchInContext(
  deps: MatchDependencies,
  context: MatchContext,
  monotonicMs: () => number,
): Promise<MatchResult> {
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
  for (const { stage, enabled, ms, in: poolIn, out } of run.trace) {
    if (enabled) deps.observeStage?.(stage, ms, poolIn, out);
  }
  deps.observeStage?.('select', selection.ms, selection.in, selection.out);
  return { match_id: `match_${ulid().toLowerCase()}`, matches, ...describeRun(run, selection, context.plan) };
}

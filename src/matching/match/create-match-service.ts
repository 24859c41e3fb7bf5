/**
 * POST /match, end to end:
 *   plan the request -> wait for a slot -> load the seeker -> sql_filter -> light_ml -> embedding
 *   -> cross_encoder -> llm_judge -> select -> explain -> store the matches shown, unless `record` is false.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { MatchRequest, MatchResult, ShownAnswer } from '../../contract/match.ts';
import { newId } from '../../contract/new-id.ts';
import type { ActiveDomain, DomainFor } from '../../domains/active-domain.ts';
import type { ResolvePlace } from '../../domains/place.ts';
import { latencyBucket } from '../../platform/numeric/latency-bucket.ts';
import { actingKey } from '../../platform/storage/acting.ts';
import type { ShownMatch } from '../../platform/storage/learning-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import { EventLoopYielder, type YielderOptions } from '../../platform/threads/event-loop-yielder.ts';
import { FairTurns } from '../../platform/threads/fair-turns.ts';
import type { IndexRegistry } from '../index/candidate-index.ts';
import { createPriorCatalog, type ModelCatalog } from '../ranking/models/model-catalog.ts';
import { type AdmissionLimits, createAdmission, defaultAdmissionLimits, type Slot } from './admission.ts';
import { type CandidateTexts, createCandidateTexts } from './candidate-texts.ts';
import type { CandidateEngine } from './candidates/candidate-engine.ts';
import { inMemoryCandidates } from './candidates/in-memory-candidates.ts';
import { type Answered, joinArms } from './experiments/join-arms.ts';
import type { MatchArm, MatchExperiments } from './experiments/participation.ts';
import { describeMatches } from './explain/describe-matches.ts';
import { describeRun, type SelectionTrace, timesOf } from './explain/describe-run.ts';
import { withoutExamples, withPresentExamples } from './explain/trace-examples.ts';
import type { Chosen } from './explore/explore-places.ts';
import { followPrices, type PriceFollower } from './exposure/follow-prices.ts';
import {
  type EnsureVector,
  findSeeker,
  type ReadSeeker,
  type StoredSeeker,
  seekerOf,
} from './find-seeker.ts';
import { gatherShown, type Remember } from './gather-shown.ts';
import { type MatchPlan, makePlan } from './match-plan.ts';
import { summarizeRequest } from './match-record.ts';
import type { BatchedMatch, MatchService } from './match-service.ts';
import { withPrices } from './pool/exposure-price.ts';
import { type RunControl, startBudget } from './run-control.ts';
import { pipelineStages, runPipeline, type StageDependencies } from './run-pipeline.ts';
import { selectMatches } from './select-matches.ts';
import type { MatchInput, Stage } from './stage.ts';
import { type StageTimes, sumTimes } from './stage-times.ts';

export interface MatchDependencies extends Omit<StageDependencies, 'texts'> {
  readonly store: Store;
  /** Default: read from the store by every match. */
  readonly texts?: CandidateTexts;
  readonly indexes: IndexRegistry;
  /** Default: the indexes in memory. */
  readonly candidates?: CandidateEngine;
  readonly resolvePlace: ResolvePlace;
  readonly domainFor: DomainFor;
  readonly ensureVector: EnsureVector;
  readonly readSeeker: ReadSeeker;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Called for every stage that ran, with its time in ms and the pool sizes before and after it. */
  readonly observeStage?: (stage: string, ms: number, poolIn: number, poolOut: number) => void;
  /** Called for every answer to a caller, with the scores of the candidates shown. */
  readonly observeScores?: (domain: string, scores: Iterable<number>) => void;
  /** Called for every stage that was skipped, cut short, or done without one of its parts. */
  readonly observeDegraded?: (stage: string, reason: string) => void;
  /** Stores the matches of an answer; durable when it resolves. A failure here fails the request. */
  readonly remember?: Remember;
  /** Default: no match takes part in an experiment. */
  readonly experiments?: MatchExperiments;
  /** Default: the domains' prior scorecards. */
  readonly models?: ModelCatalog;
  readonly admission?: AdmissionLimits;
  /** Milliseconds of a monotonic clock; default: `performance.now()`. */
  readonly monotonicClock?: () => number;
}

interface Observers {
  readonly observeStage?: MatchDependencies['observeStage'] | undefined;
  readonly observeDegraded?: MatchDependencies['observeDegraded'] | undefined;
}

/** How long matches hold a turn of the event loop together, ms, plus one piece of work. */
const SLICE_MS = { live: 2, background: 1 } as const;

export interface ReplayingMatchService extends MatchService {
  /**
   * Ranks with each of the arms, and stores and counts nothing. The times have no waiting for a slot in them.
   * Throws as `match`.
   */
  replay(
    tenant: TenantId,
    request: MatchRequest,
    arms: readonly MatchArm[],
    signal?: AbortSignal,
  ): Promise<readonly { readonly result: MatchResult; readonly ms: number }[]>;
}

export function createMatchService(parts: MatchDependencies): ReplayingMatchService {
  const deps = {
    ...parts,
    texts: parts.texts ?? createCandidateTexts(parts.store.profiles, 0),
    candidates: parts.candidates ?? inMemoryCandidates(parts.indexes),
  };
  const monotonicMs = deps.monotonicClock ?? (() => performance.now());
  const models = deps.models ?? createPriorCatalog();
  const admission = createAdmission(deps.admission ?? defaultAdmissionLimits, monotonicMs);
  const stages = pipelineStages(deps);
  const prices = followPrices(deps.store.exposure, deps.clock);
  const turns = new FairTurns();
  // Batches give way on their own, so their turns do not count among those of callers' matches.
  const yielderFor = (tenant: TenantId, lane: keyof typeof SLICE_MS, options: YielderOptions) =>
    new EventLoopYielder(SLICE_MS[lane], { ...options, turns, tenant: `${lane} ${tenant}` });
  /** Ranks by one plan: with its seeker, over the candidates of now, through the stages. */
  const rank = async (
    plan: MatchPlan,
    control: RunControl,
    { unstored = null, batched, observers }: RankOptions,
  ): Promise<TimedAnswer> => {
    const { tenant, definition, request } = plan;
    const seeker = unstored ?? (await findSeeker(deps, tenant, definition, request.user_id));
    const nowMs = batched?.nowMs ?? deps.clock();
    const input = await openInput(deps, prices, plan, seeker, nowMs, control.signal);
    return answer({ ...deps, ...observers }, stages, input, control, monotonicMs, batched);
  };
  const remember = deps.remember && gatherShown(deps.remember, (tenant) => admission.waitingOf(tenant) > 0);
  return {
    async match(tenant, request, signal, batched) {
      const arrivedAtMs = monotonicMs();
      const isLive = batched === undefined;
      const keyId = isLive ? actingKey() : null;
      // Before the plan, so that a refused match takes as little time of others as possible.
      if (isLive) admission.refuseIfFull(tenant);
      const domain = await deps.domainFor(tenant, request.domain);
      const lane = isLive ? 'live' : 'background';
      const nowMs = batched?.nowMs ?? deps.clock();
      const taking = isLive
        ? ((await deps.experiments?.participation(tenant, domain, request, nowMs)) ?? null)
        : null;
      const planned = { tenant, request, domain, resolvePlace: deps.resolvePlace, models };
      const plans = taking === null ? [await planOf(planned)] : await plansOf(planned, taking.arms);
      const { profile } = request;
      // A text may take long to read. No other match waits for it.
      const unstored =
        profile === undefined
          ? null
          : await deps.readSeeker(tenant, request.domain, profile, { explained: request.explain });
      let beganMs = arrivedAtMs;
      // As old as the match: before those of the workspace that begin while it runs.
      const answering = yielderFor(tenant, lane, {});
      const work = async ({ withoutSlot, giveWay, spend }: Slot) => {
        beganMs = monotonicMs();
        const control = {
          budget: startBudget(request.budget_ms, arrivedAtMs, monotonicMs),
          yielder: yielderFor(tenant, lane, { signal, giveWay, onSpent: spend }),
          signal,
          withoutSlot,
        };
        const answered: TimedAnswer[] = [];
        await control.yielder.yieldIfDue();
        for (const plan of plans) answered.push(await rank(plan, control, { unstored, batched }));
        return answered;
      };
      const answers = await admission.admit(tenant, work, signal, lane);
      const answeredMs = monotonicMs();
      const tookMs = answeredMs - arrivedAtMs;
      const took = { limit: request.limit, latencyBucket: latencyBucket(tookMs) };
      const { result, shown } = taking === null ? answers[0]! : joinArms(taking, answers, took);
      // The write waits without a slot in admission, so that many matches share one commit.
      if (request.record !== false) await remember?.({ ...shown, keyId, tookMs: Math.round(tookMs) });
      // Otherwise matches that were stored together would all be answered in one turn, and their callers
      // would send the next requests in another.
      await answering.yieldIfDue();
      if (isLive) {
        deps.experiments?.answered?.(tenant, request);
        deps.observeScores?.(
          request.domain,
          result.matches.map(({ score }) => score),
        );
      }
      const read = unstored && { profile: unstored.read };
      return {
        result: { ...result, ...read },
        times: {
          wait: beganMs - arrivedAtMs,
          ...sumTimes(answers.map(({ times }) => times)),
          store: monotonicMs() - answeredMs,
        },
      };
    },
    async replay(tenant, request, arms, signal) {
      const domain = await deps.domainFor(tenant, request.domain);
      const plans = await plansOf({ tenant, request, domain, resolvePlace: deps.resolvePlace, models }, arms);
      const observers = { observeStage: undefined, observeDegraded: undefined };
      const work = async ({ withoutSlot, giveWay, spend }: Slot) => {
        const answers: { readonly result: MatchResult; readonly ms: number }[] = [];
        for (const plan of plans) {
          const startedMs = monotonicMs();
          const budget = startBudget(request.budget_ms, startedMs, monotonicMs);
          const yielder = yielderFor(tenant, 'background', { signal, giveWay, onSpent: spend });
          const { result } = await rank(plan, { budget, yielder, signal, withoutSlot }, { observers });
          answers.push({ result, ms: monotonicMs() - startedMs });
        }
        return answers;
      };
      return admission.admit(tenant, work, signal, 'background');
    },
  };
}

interface TimedAnswer extends Answered {
  readonly times: StageTimes;
}

interface RankOptions {
  /** The seeker of a request that brings a profile; null: the stored one. */
  readonly unstored?: StoredSeeker | null;
  readonly batched?: BatchedMatch | undefined;
  /** Default: those of the service. */
  readonly observers?: Observers;
}

interface Planned {
  readonly tenant: TenantId;
  readonly request: MatchRequest;
  readonly domain: ActiveDomain;
  readonly resolvePlace: ResolvePlace;
  readonly models: ModelCatalog;
}

const planOf = ({ tenant, request, domain, resolvePlace, models }: Planned): Promise<MatchPlan> =>
  makePlan(tenant, request, domain, resolvePlace, models);

/** One plan for each arm that ranks. An arm explores only where it says so. */
function plansOf(planned: Planned, arms: readonly MatchArm[]): Promise<readonly MatchPlan[]> {
  return Promise.all(
    arms.map(({ stages, models, explore }) => {
      const { request, domain } = planned;
      return planOf({ ...planned, request: { ...request, stages }, domain: { ...domain, explore }, models });
    }),
  );
}

async function openInput(
  deps: MatchDependencies & { readonly candidates: CandidateEngine },
  prices: PriceFollower,
  plan: MatchPlan,
  stored: StoredSeeker,
  nowMs: number,
  signal: AbortSignal | undefined,
): Promise<MatchInput> {
  const { tenant, definition } = plan;
  const found = await deps.candidates.candidates({ plan, stored, nowMs }, signal);
  const { index, given: candidates, outside } = found;
  const { sequence, encoderId } = index;
  const capped = plan.fairExposure === null ? [] : await prices.upToDate(index, tenant);
  const seeker = seekerOf(definition, stored, encoderId);
  return { plan, seeker, index, sequence, given: candidates, outside, capped, encoderId, nowMs };
}

async function answer(
  deps: Pick<MatchDependencies, 'store' | 'clock'> & Pick<StageDependencies, 'texts'> & Observers,
  stages: readonly Stage[],
  input: MatchInput,
  control: RunControl,
  monotonicMs: () => number,
  batched: BatchedMatch | undefined,
): Promise<TimedAnswer> {
  const { profiles } = deps.store;
  const run = await runPipeline(stages, input, control, monotonicMs);
  const startedMs = monotonicMs();
  const pool = withPrices(run.pool, input);
  const matchId = batched?.matchId ?? newId('match', deps.clock());
  const { chosen, banded, beyond, dropped } = await selectMatches(pool, input, control, profiles, matchId);
  const matches = await describeMatches(pool, chosen, input, control, deps.texts);
  const selection: SelectionTrace = {
    in: run.pool.rows.length,
    out: matches.length,
    dropped,
    beyond,
    exploring: banded === null ? null : { banded, drawn: chosen.filter(({ explored }) => explored).length },
    ms: monotonicMs() - startedMs,
  };
  for (const { stage, enabled, ms, in: poolIn, out, degraded } of run.trace) {
    if (degraded !== undefined) deps.observeDegraded?.(stage, degraded);
    if (enabled) deps.observeStage?.(stage, ms, poolIn, out);
  }
  deps.observeStage?.('select', selection.ms, selection.in, selection.out);
  const { trace, ...described } = describeRun(run, selection, input);
  const { models_used, degraded } = described;
  const explained = input.plan.request.explain && {
    trace: await withPresentExamples(trace, input, profiles),
  };
  const result = { match_id: matchId, matches, ...described, ...explained };
  const times = timesOf(run, selection);
  const shown = shownBy(result, chosen, { models_used, degraded, trace: withoutExamples(trace) }, input);
  return batched === undefined
    ? { result, shown, times }
    : { result, shown: { ...shown, atMs: deps.clock(), mayBeKnown: true }, times };
}

function shownBy(
  { match_id, matches }: MatchResult,
  chosen: readonly Chosen[],
  answer: Omit<ShownAnswer, 'request'>,
  { plan, nowMs }: Pick<MatchInput, 'plan' | 'nowMs'>,
): ShownMatch {
  return {
    tenantId: plan.tenant,
    matchId: match_id,
    domain: plan.definition.domain,
    seekerId: plan.request.user_id,
    candidates: matches.map(({ user_id, score, mutual }, n) => ({
      ...{ userId: user_id, score, explored: chosen[n]!.explored, propensity: chosen[n]!.propensity },
      ...(plan.fairExposure !== null && { likes: mutual?.seeker_to_candidate ?? score }),
    })),
    answer: { request: summarizeRequest(plan), ...answer },
    atMs: nowMs,
  };
}

/**
 * Decides for each match whether it takes part in the running experiment of its domain, and with which arm.
 *
 * A request that chooses stages, models, weights or how much it explores stays out, and so does one that is not recorded. An
 * arm cannot be carried out where its model was withdrawn, or its terms are gone with another version of the
 * domain. Matches then stay out, too, and rank as usual, so nothing is counted for an arm that did not rank.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ExperimentArm, ExperimentDesign } from '../../contract/experiment.ts';
import type { MatchRequest } from '../../contract/match.ts';
import type { ActiveDomain } from '../../domains/active-domain.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { keyedCoins } from '../../platform/numeric/keyed-draws.ts';
import type { StoredExperiment } from '../../platform/storage/experiment-store.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import { type ArmModelParts, modelsOfArm } from './arms/arm-models.ts';
import { createAssigner } from './assignment/assign-unit.ts';
import { clusterFields, clusterOf } from './assignment/cluster-of.ts';
import { needsCluster, unitOf } from './assignment/unit-of.ts';
import type { RunningExperiments } from './running-experiments.ts';

export interface TakePartParts {
  readonly running: RunningExperiments;
  readonly secret: Uint8Array;
  readonly arms: ArmModelParts;
  readonly profiles: Pick<ProfileStore, 'get'>;
  /** An arm cannot be carried out; called for each match that stays out for it. */
  readonly onUnfit: (experiment: StoredExperiment, arm: string, error: unknown) => void;
}

export function createTakePart(parts: TakePartParts) {
  const assign = createAssigner(parts.secret);
  return async (tenant: TenantId, { definition }: ActiveDomain, request: MatchRequest, nowMs: number) => {
    const experiment = await parts.running(tenant, definition.domain);
    if (experiment === null || Date.parse(experiment.endsAt) <= nowMs) return null;
    const { design, arms } = experiment.settings;
    if (!mayTakePart(request, design)) return null;
    const unit = await unitOfSeeker(parts, experiment, definition, request.user_id, nowMs);
    if (unit === null) return null;
    const assigned = assign(experiment, unit);
    if (!assigned.takesPart) return null;
    const ranking = design === 'interleaving' ? ([0, 1] as const) : ([assigned.arm] as const);
    const resolved = await Promise.all(
      ranking.map((index) => resolveArm(parts, experiment, definition, index, arms[index]!)),
    );
    const [first, second] = resolved;
    if (first == null || second === null) return null;
    const { experimentId } = experiment;
    return {
      experimentId,
      unit,
      arms: second === undefined ? ([first] as const) : ([first, second] as const),
      // A match shows at most 100 candidates, so 512 coins are enough.
      coinsOf: (matchId: string) => keyedCoins(parts.secret, [experimentId, matchId]),
    };
  };
}

/**
 * Interleaving leaves out requests that want a trace, which would be that of one arm. It also leaves out
 * requests with a time budget, which the second arm would find spent.
 */
function mayTakePart(request: MatchRequest, design: ExperimentDesign): boolean {
  const { record, stages, weights, explore } = request;
  if (record === false || stages !== undefined || weights !== undefined || explore !== undefined)
    return false;
  if (design === 'shadow') return false;
  return design !== 'interleaving' || (!request.explain && request.budget_ms === undefined);
}

/** null: the design needs a profile in the domain, and there is none. */
async function unitOfSeeker(
  { profiles }: Pick<TakePartParts, 'profiles'>,
  { tenantId, settings }: StoredExperiment,
  definition: DomainDefinition,
  seekerId: string,
  nowMs: number,
): Promise<string | null> {
  const at = new Date(nowMs).toISOString();
  if (!needsCluster(settings.design)) return unitOf(settings.design, { seekerId, cluster: null, at });
  const row = await profiles.get(tenantId, definition.domain, seekerId);
  if (row === null) return null;
  const cluster = clusterOf(row, clusterFields(definition, settings.cluster));
  return unitOf(settings.design, { seekerId, cluster, at });
}

/** null: it cannot be carried out. */
export async function resolveArm(
  { arms: parts, onUnfit }: Pick<TakePartParts, 'arms' | 'onUnfit'>,
  experiment: StoredExperiment,
  definition: DomainDefinition,
  index: 0 | 1,
  arm: ExperimentArm,
) {
  try {
    const found = await modelsOfArm(parts, arm, experiment.tenantId, definition);
    if ('models' in found)
      return {
        ...{ index, name: arm.name, stages: arm.stages, explore: arm.explore ?? 0 },
        models: { models: async () => found.models },
      };
    onUnfit(experiment, arm.name, found);
  } catch (error) {
    onUnfit(experiment, arm.name, error);
  }
  return null;
}

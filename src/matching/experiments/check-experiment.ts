/** Checks the settings of an experiment against its domain, before anything is stored. */
import type { TenantId } from '../../contract/brands.ts';
import type { Issue } from '../../contract/error-details.ts';
import { invalidRequest } from '../../contract/errors.ts';
import type { CreateExperimentRequest } from '../../contract/experiment.ts';
import { type Tier, Tier as TierSchema } from '../../contract/tier.ts';
import { type DomainDefinition, fieldNamed } from '../../domains/definition.ts';
import { isGeo } from '../../domains/field.ts';
import { modelUnavailable } from '../ranking/models/model-catalog.ts';
import { type ArmModelParts, modelsOfArm } from './arms/arm-models.ts';
import { isBlockField } from './assignment/cluster-of.ts';
import { outcomeOf } from './results/metric-of-unit.ts';

/** Throws 400 `invalid_request` and 422 `model_unavailable`. */
export async function checkExperiment(
  arms: ArmModelParts,
  tenant: TenantId,
  definition: DomainDefinition,
  request: CreateExperimentRequest,
): Promise<void> {
  const issues = [...metricIssues(definition, request), ...clusterIssues(definition, request)];
  if (issues.length > 0) throw invalidRequest(issues);
  for (const n of request.arms.keys()) await checkArm(arms, tenant, definition, request, n);
}

function metricIssues(
  { reciprocal, domain }: DomainDefinition,
  { primary_metric }: CreateExperimentRequest,
): readonly Issue[] {
  if (outcomeOf(primary_metric) !== 'mutual' || reciprocal !== 'off') return [];
  const message = `counts mutual matches, and ${domain} ranks one way; use positive_rate or positive_per_seeker_day`;
  return [{ path: 'primary_metric', message }];
}

function clusterIssues(
  definition: DomainDefinition,
  { cluster: { place_field, block_field } }: CreateExperimentRequest,
): readonly Issue[] {
  const issues: Issue[] = [];
  const named = (name: string | null | undefined) =>
    name == null ? undefined : fieldNamed(definition, name);
  const [place, block] = [named(place_field), named(block_field)];
  if (place_field != null && (place === undefined || !isGeo(place)))
    issues.push({ path: 'cluster.place_field', message: `must be a geo field of ${definition.domain}` });
  if (block_field != null && (block === undefined || !isBlockField(block)))
    issues.push({
      path: 'cluster.block_field',
      message: `must be a hard enum field of ${definition.domain} with one value`,
    });
  return issues;
}

async function checkArm(
  arms: ArmModelParts,
  tenant: TenantId,
  definition: DomainDefinition,
  request: CreateExperimentRequest,
  n: number,
): Promise<void> {
  const arm = request.arms[n]!;
  const found = await modelsOfArm(arms, arm, tenant, definition);
  if ('models' in found) return;
  if ('faults' in found)
    throw invalidRequest(
      found.faults.map(({ path, message }) => ({ path: `arms[${n}].scorecard_change.${path}`, message })),
    );
  const { missing, available } = found;
  const tier = TierSchema.safeParse(missing.pin);
  if (!tier.success)
    throw unknownVersion(
      n,
      missing.pin,
      available.map(({ version }) => version),
    );
  throw modelUnavailable(missing.stage, tier.data satisfies Tier, available);
}

function unknownVersion(n: number, version: string, inForce: readonly string[]) {
  return invalidRequest([
    {
      path: `arms[${n}].version`,
      message: `names no model of the domain: «${version}». In force are ${inForce.join(', ')}; GET /v1/train/runs lists the versions that were trained`,
    },
  ]);
}

/** Experiments as callers see them. */
import type { Experiment, ExperimentResult, ExperimentSummary } from '../../contract/experiment.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { evenlyChosen } from '../../platform/numeric/evenly-chosen.ts';
import { experimentState } from '../../platform/storage/experiment-state.ts';
import type { StoredExperiment } from '../../platform/storage/experiment-store.ts';
import { clusterFields } from './assignment/cluster-of.ts';

const MOST_POINTS = 500;

/** `definition`: null where the domain is gone; then defaults that the domain decides are null. */
export function summarizeExperiment(
  { settings, ...experiment }: StoredExperiment,
  definition: DomainDefinition | null,
  result: ExperimentResult | null,
): ExperimentSummary {
  const { cluster } = settings;
  const given = { place_field: cluster.place_field ?? null, block_field: cluster.block_field ?? null };
  return {
    id: experiment.experimentId,
    tenant_id: experiment.tenantId,
    domain: experiment.domain,
    name: experiment.name,
    ...settings,
    cluster:
      definition === null ? { ...given, cell_km: cluster.cell_km } : clusterFields(definition, cluster),
    state: experimentState(experiment),
    ended_by: experiment.endedBy,
    created_at: experiment.createdAt,
    ends_at: experiment.endsAt,
    ended_at: experiment.endedAt,
    decision: experiment.decision,
    result,
  };
}

/** `results`: oldest first. */
export function describeExperiment(
  experiment: StoredExperiment,
  definition: DomainDefinition | null,
  results: readonly ExperimentResult[],
): Omit<Experiment, 'request_id'> {
  return {
    ...summarizeExperiment(experiment, definition, results.at(-1) ?? null),
    history: evenlyChosen(results, MOST_POINTS).map(({ at, arms, effect }) => ({
      at,
      units: arms.map(({ units }) => units),
      effect,
    })),
  };
}

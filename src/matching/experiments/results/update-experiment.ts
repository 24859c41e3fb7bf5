/** Measures an experiment, keeps the result, and ends it where the result or the calendar says so. */
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { ExperimentStore, StoredExperiment } from '../../../platform/storage/experiment-store.ts';
import { type Decision, decide } from './decide.ts';
import { measureExperiment, readCounts } from './measure-experiment.ts';

export interface UpdateParts {
  readonly experiments: ExperimentStore;
  readonly domainFor: DomainFor;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** `byOperator`: it ends whatever the result says. */
export async function updateExperiment(
  { experiments, domainFor, clock }: UpdateParts,
  experiment: StoredExperiment,
  byOperator = false,
): Promise<Decision> {
  const { tenantId, experimentId, domain, endsAt } = experiment;
  const nowMs = clock();
  const at = new Date(nowMs).toISOString();
  const { labels } = await domainFor(tenantId, domain);
  const counts = await readCounts(experiments, experiment, labels);
  const result = measureExperiment(experiment, counts, at);
  const isOver = Date.parse(endsAt) <= nowMs;
  const decision = decide(experiment, result, byOperator ? 'operator' : isOver ? 'calendar' : null);
  await experiments.addResult(tenantId, experimentId, result, decision.words);
  const { end: by, words } = decision;
  if (by !== null) await experiments.end(tenantId, experimentId, { at, by, decision: words });
  return decision;
}

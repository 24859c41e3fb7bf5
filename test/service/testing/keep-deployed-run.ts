/** A run whose model was deployed, without the training: the model is stored as a run stores it. */

import { openArtifacts } from '../../../src/composition/open-artifacts.ts';
import type { TenantId } from '../../../src/contract/brands.ts';
import { keepFiles } from '../../../src/matching/learn/runs/keep-files.ts';
import { createRunMaker, TRAINING_RUN } from '../../../src/matching/learn/runs/run-maker.ts';
import { encodeRankingModel, type RankingModel } from '../../../src/matching/ranking/ranking-model.ts';
import type { RunEnding } from '../../../src/platform/storage/learning-store.ts';
import type { Store } from '../../../src/platform/storage/store.ts';

/** Returns the run's id. No other worker may take jobs of the store meanwhile. */
export async function keepDeployedRun(
  store: Store,
  settings: Parameters<typeof openArtifacts>[0],
  tenantId: TenantId,
  model: RankingModel,
): Promise<string> {
  const { domain, tier, version } = model.card;
  const makeRun = createRunMaker(store.learning, Date.now);
  const { run, job } = await makeRun({ owner: tenantId, domain, tier, forced: true });
  const { runId, createdAt } = run;
  await store.learning.startRun({ run, job, atLeast: 0 });
  const take = { limits: { [TRAINING_RUN]: 1 }, limit: 1, nowMs: Date.now(), leaseMs: 60_000 };
  await store.jobs.take('tester', take);
  const encoded = encodeRankingModel(model);
  const files = await keepFiles(openArtifacts(settings), tenantId, runId, encoded);
  const ending: RunEnding = {
    status: 'deployed',
    metrics: null,
    reason: null,
    startedAt: createdAt,
    finishedAt: new Date().toISOString(),
    model: { tenantId, domain, tier, version, runId, card: encoded.card, files, createdAt },
    mail: null,
  };
  const end = { status: 'succeeded', result: {} } as const;
  const changes = [{ name: 'endRun', args: [tenantId, runId, ending] }] as const;
  await store.jobs.finish('tester', [{ jobId: job.jobId, end, changes, nowMs: Date.now() }]);
  return runId;
}

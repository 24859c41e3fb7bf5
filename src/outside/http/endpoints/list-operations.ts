/** Every operation of the service, in the order of the documentation. */

import type { DownloadLinks } from '../downloads/download-link.ts';
import type { Operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { SystemStateParts } from '../system/system-state.ts';
import { deleteAdminKey } from './delete-admin-key.ts';
import { deleteBlockedUser } from './delete-blocked-user.ts';
import { deleteDataset } from './delete-dataset.ts';
import { deleteModel } from './delete-model.ts';
import { deleteModelAlias } from './delete-model-alias.ts';
import { deleteRefitSchedule } from './delete-refit-schedule.ts';
import { deleteTokenizer } from './delete-tokenizer.ts';
import { deleteUser } from './delete-user.ts';
import { getAdminAudit } from './get-admin-audit.ts';
import { getAdminDomain } from './get-admin-domain.ts';
import { getAdminDomains } from './get-admin-domains.ts';
import { getAdminKeys } from './get-admin-keys.ts';
import { getAdminSettings } from './get-admin-settings.ts';
import { getAdminSystem } from './get-admin-system.ts';
import { getAdminTenant } from './get-admin-tenant.ts';
import { getAdminTenants } from './get-admin-tenants.ts';
import { getDataset } from './get-dataset.ts';
import { getDatasetStatistics } from './get-dataset-statistics.ts';
import { getDatasets } from './get-datasets.ts';
import { getDomain } from './get-domain.ts';
import { getDomainSamples } from './get-domain-samples.ts';
import { getDomains } from './get-domains.ts';
import { getDownload } from './get-download.ts';
import { getExperiment } from './get-experiment.ts';
import { getExperiments } from './get-experiments.ts';
import { getExposureStatistics } from './get-exposure-statistics.ts';
import { getFieldStatistics } from './get-field-statistics.ts';
import { getHealthz } from './get-healthz.ts';
import { getJob } from './get-job.ts';
import { getJobLog } from './get-job-log.ts';
import { getJobs } from './get-jobs.ts';
import { getMatch } from './get-match.ts';
import { getMatchStatistics } from './get-match-statistics.ts';
import { getMetrics } from './get-metrics.ts';
import { getModel } from './get-model.ts';
import { getModelAlias } from './get-model-alias.ts';
import { getModelAliases } from './get-model-aliases.ts';
import { getModelItems } from './get-model-items.ts';
import { getModels } from './get-models.ts';
import { getOpenapi } from './get-openapi.ts';
import { getOutcomeStatistics } from './get-outcome-statistics.ts';
import { getReadyz, type ReadinessParts } from './get-readyz.ts';
import { getRefitSchedule } from './get-refit-schedule.ts';
import { getSchema } from './get-schema.ts';
import { getSimilarItems } from './get-similar-items.ts';
import { getSimulation } from './get-simulation.ts';
import { getSimulations } from './get-simulations.ts';
import { getTokenizer } from './get-tokenizer.ts';
import { getTokenizerCodes } from './get-tokenizer-codes.ts';
import { getTokenizers } from './get-tokenizers.ts';
import { getTrainRun } from './get-train-run.ts';
import { getTrainRuns } from './get-train-runs.ts';
import { getUser } from './get-user.ts';
import { getUserExport } from './get-user-export.ts';
import { getUsers } from './get-users.ts';
import { patchUser } from './patch-user.ts';
import { postAdaptations } from './post-adaptations.ts';
import { postAdminDomain } from './post-admin-domain.ts';
import { postAdminKeys } from './post-admin-keys.ts';
import { postAdminTenant } from './post-admin-tenant.ts';
import { postAdminTenants } from './post-admin-tenants.ts';
import { postBatchPredictions } from './post-batch-predictions.ts';
import { postCancelRun } from './post-cancel-run.ts';
import { postContext } from './post-context.ts';
import { postDatasetEvents } from './post-dataset-events.ts';
import { postDatasetExports } from './post-dataset-exports.ts';
import { postDatasetItems } from './post-dataset-items.ts';
import { postDatasetSnapshots } from './post-dataset-snapshots.ts';
import { postDatasets } from './post-datasets.ts';
import { postDeploy } from './post-deploy.ts';
import { postDeployRun } from './post-deploy-run.ts';
import { postDomainCheck } from './post-domain-check.ts';
import { postEmbed } from './post-embed.ts';
import { postExperimentStop } from './post-experiment-stop.ts';
import { postExperiments } from './post-experiments.ts';
import { postFeedback } from './post-feedback.ts';
import { postFeedbackBatch } from './post-feedback-batch.ts';
import { postGenerate } from './post-generate.ts';
import { postIngest } from './post-ingest.ts';
import { postItemVectors } from './post-item-vectors.ts';
import { postJobCancel } from './post-job-cancel.ts';
import { postMatch } from './post-match.ts';
import { postMatchBatch } from './post-match-batch.ts';
import { postModelExports } from './post-model-exports.ts';
import { postOutcomesWithdraw } from './post-outcomes-withdraw.ts';
import { postPredict } from './post-predict.ts';
import { postRefits } from './post-refits.ts';
import { postSemanticIds } from './post-semantic-ids.ts';
import { postSimulations } from './post-simulations.ts';
import { postStream } from './post-stream.ts';
import { postTokenizerExports } from './post-tokenizer-exports.ts';
import { postTokenizers } from './post-tokenizers.ts';
import { postTrain } from './post-train.ts';
import { postUsers } from './post-users.ts';
import { postUsersBatch } from './post-users-batch.ts';
import { putModelAlias } from './put-model-alias.ts';
import { putRefitSchedule } from './put-refit-schedule.ts';
import recordedAnswers from './recorded-answers.generated.json' with { type: 'json' };

/** Seals and opens the texts that callers hand back. */
export interface SealingParts {
  readonly cursors: Sealer;
  readonly downloads: DownloadLinks;
}

export interface OperationParts
  extends ServerDependencies,
    ReadinessParts,
    SealingParts,
    Pick<SystemStateParts, 'recentErrors' | 'eventLoop'> {
  readonly document: () => unknown;
}

export function listOperations(parts: OperationParts): readonly Operation[] {
  const operations = [
    postUsers(parts),
    postUsersBatch(parts),
    postContext(parts),
    getUsers(parts),
    getUser(parts),
    getUserExport(parts),
    patchUser(parts),
    deleteUser(parts),
    deleteBlockedUser(parts),
    getSchema(parts),
    getDomains(parts),
    getDomain(parts),
    postDomainCheck(parts),
    getDomainSamples(parts),
    postMatch(parts),
    postMatchBatch(parts),
    getMatch(parts),
    postFeedback(parts),
    postOutcomesWithdraw(parts),
    postTrain(parts),
    getTrainRuns(parts),
    getTrainRun(parts),
    postDeployRun(parts),
    postDeploy(parts),
    postCancelRun(parts),
    getOutcomeStatistics(parts),
    getMatchStatistics(parts),
    getExposureStatistics(parts),
    getFieldStatistics(parts),
    postDatasets(parts),
    getDatasets(parts),
    getDataset(parts),
    getDatasetStatistics(parts),
    deleteDataset(parts),
    postDatasetItems(parts),
    postDatasetEvents(parts),
    postDatasetSnapshots(parts),
    postDatasetExports(parts),
    postAdaptations(parts),
    getModels(parts),
    getModel(parts),
    deleteModel(parts),
    getModelItems(parts),
    postPredict(parts),
    postEmbed(parts),
    getSimilarItems(parts),
    postItemVectors(parts),
    postBatchPredictions(parts),
    postModelExports(parts),
    getModelAliases(parts),
    getModelAlias(parts),
    putModelAlias(parts),
    deleteModelAlias(parts),
    postRefits(parts),
    getRefitSchedule(parts),
    putRefitSchedule(parts),
    deleteRefitSchedule(parts),
    postGenerate(parts),
    postSimulations(parts),
    getSimulations(parts),
    getSimulation(parts),
    postTokenizers(parts),
    getTokenizers(parts),
    getTokenizer(parts),
    deleteTokenizer(parts),
    getTokenizerCodes(parts),
    postTokenizerExports(parts),
    postSemanticIds(parts),
    getJobs(parts),
    getJob(parts),
    getJobLog(parts),
    postJobCancel(parts),
    getDownload(parts),
    postIngest(parts),
    postStream(parts),
    postFeedbackBatch(parts),
    postExperiments(parts),
    getExperiments(parts),
    getExperiment(parts),
    postExperimentStop(parts),
    getAdminTenants(parts),
    postAdminTenants(parts),
    getAdminTenant(parts),
    postAdminTenant(parts),
    getAdminDomains(parts),
    getAdminDomain(parts),
    postAdminDomain(parts),
    getAdminKeys(parts),
    postAdminKeys(parts),
    deleteAdminKey(parts),
    getAdminAudit(parts),
    getAdminSettings(parts),
    getAdminSystem(parts),
    getHealthz(),
    getReadyz(parts),
    getMetrics(parts),
    getOpenapi(parts),
  ];
  return operations.map(withRecordedAnswer);
}

/** Adds the recorded answer of a real service to the documentation of the operation. */
function withRecordedAnswer(operation: Operation): Operation {
  const example = (recordedAnswers as Readonly<Record<string, unknown>>)[operation.operationId];
  return example === undefined ? operation : { ...operation, answer: { ...operation.answer, example } };
}

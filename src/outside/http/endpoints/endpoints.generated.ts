// Generated from the files of this folder by `npm run openapi`. The order may be changed by hand.
import { deleteAdminKey } from './delete-admin-key.ts';
import { deleteAdminMember } from './delete-admin-member.ts';
import { deleteAdminSession } from './delete-admin-session.ts';
import { deleteBlockedUser } from './delete-blocked-user.ts';
import { deleteDataset } from './delete-dataset.ts';
import { deleteModelAlias } from './delete-model-alias.ts';
import { deleteModel } from './delete-model.ts';
import { deleteRefitSchedule } from './delete-refit-schedule.ts';
import { deleteSession } from './delete-session.ts';
import { deleteTokenizer } from './delete-tokenizer.ts';
import { deleteUser } from './delete-user.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getAdminAudit } from './get-admin-audit.ts';
import { getAdminDomain } from './get-admin-domain.ts';
import { getAdminDomains } from './get-admin-domains.ts';
import { getAdminKeys } from './get-admin-keys.ts';
import { getAdminMembers } from './get-admin-members.ts';
import { getAdminSessions } from './get-admin-sessions.ts';
import { getAdminSettings } from './get-admin-settings.ts';
import { getAdminSystem } from './get-admin-system.ts';
import { getAdminTenant } from './get-admin-tenant.ts';
import { getAdminTenants } from './get-admin-tenants.ts';
import { getConnectors } from './get-connectors.ts';
import { getDatasetStatistics } from './get-dataset-statistics.ts';
import { getDataset } from './get-dataset.ts';
import { getDatasets } from './get-datasets.ts';
import { getDomainSamples } from './get-domain-samples.ts';
import { getDomain } from './get-domain.ts';
import { getDomains } from './get-domains.ts';
import { getDownload } from './get-download.ts';
import { getEvents } from './get-events.ts';
import { getExperiment } from './get-experiment.ts';
import { getExperiments } from './get-experiments.ts';
import { getExposureStatistics } from './get-exposure-statistics.ts';
import { getFieldStatistics } from './get-field-statistics.ts';
import { getHealthz } from './get-healthz.ts';
import { getJobLog } from './get-job-log.ts';
import { getJob } from './get-job.ts';
import { getJobs } from './get-jobs.ts';
import { getMatchStatistics } from './get-match-statistics.ts';
import { getMatch } from './get-match.ts';
import { getMatches } from './get-matches.ts';
import { getMessageMapping } from './get-message-mapping.ts';
import { getMessageRejects } from './get-message-rejects.ts';
import { getMetrics } from './get-metrics.ts';
import { getModelAlias } from './get-model-alias.ts';
import { getModelAliases } from './get-model-aliases.ts';
import { getModelExperiment } from './get-model-experiment.ts';
import { getModelExperiments } from './get-model-experiments.ts';
import { getModelItems } from './get-model-items.ts';
import { getModel } from './get-model.ts';
import { getModels } from './get-models.ts';
import { getOpenapi } from './get-openapi.ts';
import { getOutcomeStatistics } from './get-outcome-statistics.ts';
import { getReadyz } from './get-readyz.ts';
import { getRefitSchedule } from './get-refit-schedule.ts';
import { getSchema } from './get-schema.ts';
import { getSimilarItems } from './get-similar-items.ts';
import { getSimulation } from './get-simulation.ts';
import { getSimulations } from './get-simulations.ts';
import { getTokenizerCodes } from './get-tokenizer-codes.ts';
import { getTokenizer } from './get-tokenizer.ts';
import { getTokenizers } from './get-tokenizers.ts';
import { getTrainRun } from './get-train-run.ts';
import { getTrainRuns } from './get-train-runs.ts';
import { getUserExport } from './get-user-export.ts';
import { getUser } from './get-user.ts';
import { getUsers } from './get-users.ts';
import { getWebhookDeliveries } from './get-webhook-deliveries.ts';
import { getWebhook } from './get-webhook.ts';
import { getWebhooks } from './get-webhooks.ts';
import { patchAdminKey } from './patch-admin-key.ts';
import { patchAdminMember } from './patch-admin-member.ts';
import { patchUser } from './patch-user.ts';
import { patchWebhook } from './patch-webhook.ts';
import { postAdaptations } from './post-adaptations.ts';
import { postAdminDomain } from './post-admin-domain.ts';
import { postAdminKeys } from './post-admin-keys.ts';
import { postAdminMembers } from './post-admin-members.ts';
import { postAdminTenant } from './post-admin-tenant.ts';
import { postAdminTenants } from './post-admin-tenants.ts';
import { postBatchPredictions } from './post-batch-predictions.ts';
import { postBatch } from './post-batch.ts';
import { postCancelRun } from './post-cancel-run.ts';
import { postContext } from './post-context.ts';
import { postDatasetEvents } from './post-dataset-events.ts';
import { postDatasetExports } from './post-dataset-exports.ts';
import { postDatasetItems } from './post-dataset-items.ts';
import { postDatasetSessionMerges } from './post-dataset-session-merges.ts';
import { postDatasetSnapshots } from './post-dataset-snapshots.ts';
import { postDatasets } from './post-datasets.ts';
import { postDeliveryReplay } from './post-delivery-replay.ts';
import { postDeployRun } from './post-deploy-run.ts';
import { postDeploy } from './post-deploy.ts';
import { postDocumentReading } from './post-document-reading.ts';
import { postDocuments } from './post-documents.ts';
import { postDomainCheck } from './post-domain-check.ts';
import { postEmbed } from './post-embed.ts';
import { postExperimentPause } from './post-experiment-pause.ts';
import { postExperimentResume } from './post-experiment-resume.ts';
import { postExperimentStop } from './post-experiment-stop.ts';
import { postExperiments } from './post-experiments.ts';
import { postFeedbackBatch } from './post-feedback-batch.ts';
import { postFeedback } from './post-feedback.ts';
import { postGenerate } from './post-generate.ts';
import { postIdentify } from './post-identify.ts';
import { postIngest } from './post-ingest.ts';
import { postItemVectors } from './post-item-vectors.ts';
import { postJobCancel } from './post-job-cancel.ts';
import { postMatchBatch } from './post-match-batch.ts';
import { postMatch } from './post-match.ts';
import { postModelExperimentPause } from './post-model-experiment-pause.ts';
import { postModelExperimentPromote } from './post-model-experiment-promote.ts';
import { postModelExperimentResume } from './post-model-experiment-resume.ts';
import { postModelExperimentStop } from './post-model-experiment-stop.ts';
import { postModelExperiments } from './post-model-experiments.ts';
import { postModelExports } from './post-model-exports.ts';
import { postModelSegments } from './post-model-segments.ts';
import { postOutcomesWithdraw } from './post-outcomes-withdraw.ts';
import { postPredict } from './post-predict.ts';
import { postRefits } from './post-refits.ts';
import { postSemanticIds } from './post-semantic-ids.ts';
import { postSimilarItems } from './post-similar-items.ts';
import { postSimulations } from './post-simulations.ts';
import { postSnowplow } from './post-snowplow.ts';
import { postStream } from './post-stream.ts';
import { postTokenizerExports } from './post-tokenizer-exports.ts';
import { postTokenizers } from './post-tokenizers.ts';
import { postTrack } from './post-track.ts';
import { postTrain } from './post-train.ts';
import { postTrending } from './post-trending.ts';
import { postUsersBatch } from './post-users-batch.ts';
import { postUsersSearch } from './post-users-search.ts';
import { postUsers } from './post-users.ts';
import { postWebhookRotate } from './post-webhook-rotate.ts';
import { postWebhookTest } from './post-webhook-test.ts';
import { postWebhooks } from './post-webhooks.ts';
import { putMessageMapping } from './put-message-mapping.ts';
import { putModelAlias } from './put-model-alias.ts';
import { putRefitSchedule } from './put-refit-schedule.ts';

export const endpoints = [
  postUsers,
  postUsersBatch,
  postContext,
  getUsers,
  getUser,
  getUserExport,
  patchUser,
  deleteUser,
  postUsersSearch,
  deleteBlockedUser,
  getSchema,
  getDomains,
  getDomain,
  postDomainCheck,
  getDomainSamples,
  postMatch,
  postMatchBatch,
  getMatch,
  getMatches,
  postFeedback,
  postOutcomesWithdraw,
  postTrain,
  getTrainRuns,
  getTrainRun,
  postDeployRun,
  postDeploy,
  postCancelRun,
  getOutcomeStatistics,
  getMatchStatistics,
  getExposureStatistics,
  getFieldStatistics,
  postDatasets,
  getDatasets,
  getDataset,
  getDatasetStatistics,
  deleteDataset,
  postDatasetItems,
  postDatasetEvents,
  postDatasetSnapshots,
  postDatasetExports,
  postTrending,
  postDatasetSessionMerges,
  postAdaptations,
  getModels,
  getModel,
  deleteModel,
  getModelItems,
  postPredict,
  postEmbed,
  getSimilarItems,
  postSimilarItems,
  postItemVectors,
  postBatchPredictions,
  postModelExports,
  postModelSegments,
  getModelAliases,
  getModelAlias,
  putModelAlias,
  deleteModelAlias,
  postRefits,
  getRefitSchedule,
  putRefitSchedule,
  deleteRefitSchedule,
  postGenerate,
  postSimulations,
  getSimulations,
  getSimulation,
  postTokenizers,
  getTokenizers,
  getTokenizer,
  deleteTokenizer,
  getTokenizerCodes,
  postTokenizerExports,
  postSemanticIds,
  getJobs,
  getJob,
  getJobLog,
  postJobCancel,
  getDownload,
  postIngest,
  postStream,
  postFeedbackBatch,
  postExperiments,
  getExperiments,
  getExperiment,
  postExperimentStop,
  postExperimentPause,
  postExperimentResume,
  getAdminTenants,
  postAdminTenants,
  getAdminTenant,
  postAdminTenant,
  getAdminDomains,
  getAdminDomain,
  postAdminDomain,
  getAdminKeys,
  postAdminKeys,
  patchAdminKey,
  deleteAdminKey,
  getAdminMembers,
  postAdminMembers,
  patchAdminMember,
  deleteAdminMember,
  getAdminSessions,
  deleteAdminSession,
  getAdminAudit,
  getAdminSettings,
  getAdminSystem,
  getHealthz,
  getReadyz,
  getMetrics,
  getOpenapi,
  deleteWebhook,
  getWebhookDeliveries,
  postDeliveryReplay,
  getWebhook,
  patchWebhook,
  postWebhookRotate,
  postWebhookTest,
  getWebhooks,
  postWebhooks,
  postDocuments,
  getMessageMapping,
  putMessageMapping,
  getMessageRejects,
  postBatch,
  postIdentify,
  postSnowplow,
  postTrack,
  postDocumentReading,
  getConnectors,
  getEvents,
  getModelExperiment,
  postModelExperimentPause,
  postModelExperimentPromote,
  postModelExperimentResume,
  postModelExperimentStop,
  getModelExperiments,
  postModelExperiments,
  deleteSession,
] as const;

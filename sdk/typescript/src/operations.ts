/**
 * Every operation of docs/openapi.json, by its id: method and path, whether it takes an Idempotency-Key, whether it is
 * open (sent without the API key). A test compares the table with the document.
 */
import type * as wire from './types.generated.ts';

type Flag = 'key' | 'open';

export const operations = {
  upsertUser: ['POST', '/v1/users', 'key'],
  upsertUsers: ['POST', '/v1/users/batch', 'key'],
  appendContext: ['POST', '/v1/context', 'key'],
  listUsers: ['GET', '/v1/users'],
  getUser: ['GET', '/v1/users/{user_id}'],
  exportUser: ['GET', '/v1/users/{user_id}/export'],
  patchUser: ['PATCH', '/v1/users/{user_id}', 'key'],
  deleteUser: ['DELETE', '/v1/users/{user_id}'],
  unblockUser: ['DELETE', '/v1/blocked-users/{user_id}'],
  getSchema: ['GET', '/v1/schema'],
  listDomains: ['GET', '/v1/domains'],
  getDomain: ['GET', '/v1/domains/{domain}'],
  checkDomain: ['POST', '/v1/domains/check'],
  listTenantDomains: ['GET', '/v1/admin/tenants/{tenant_id}/domains'],
  getTenantDomain: ['GET', '/v1/admin/tenants/{tenant_id}/domains/{domain}'],
  publishDomain: ['POST', '/v1/admin/tenants/{tenant_id}/domains/{domain}'],
  listDomainSamples: ['GET', '/v1/domains/{domain}/samples'],
  match: ['POST', '/v1/match', 'key'],
  matchBatch: ['POST', '/v1/match/batch', 'key'],
  getMatch: ['GET', '/v1/matches/{match_id}'],
  sendFeedback: ['POST', '/v1/feedback', 'key'],
  withdrawOutcomes: ['POST', '/v1/outcomes/withdraw', 'key'],
  train: ['POST', '/v1/train', 'key'],
  listTrainingRuns: ['GET', '/v1/train/runs'],
  getTrainingRun: ['GET', '/v1/train/runs/{run_id}'],
  deployTrainingRun: ['POST', '/v1/train/runs/{run_id}/deploy'],
  deployModel: ['POST', '/v1/train/deploy'],
  cancelTrainingRun: ['POST', '/v1/train/runs/{run_id}/cancel'],
  getOutcomeStatistics: ['GET', '/v1/statistics/outcomes'],
  getMatchStatistics: ['GET', '/v1/statistics/matches'],
  getExposureStatistics: ['GET', '/v1/statistics/exposure'],
  getFieldStatistics: ['GET', '/v1/statistics/fields'],
  importDataset: ['POST', '/v1/datasets', 'key'],
  listDatasets: ['GET', '/v1/datasets'],
  getDataset: ['GET', '/v1/datasets/{dataset_id}'],
  getDatasetStatistics: ['GET', '/v1/datasets/{dataset_id}/statistics'],
  deleteDataset: ['DELETE', '/v1/datasets/{dataset_id}'],
  deleteModel: ['DELETE', '/v1/models/{model_id}'],
  deleteTokenizer: ['DELETE', '/v1/tokenizers/{tokenizer_id}'],
  appendDatasetItems: ['POST', '/v1/datasets/{dataset_id}/items'],
  appendDatasetEvents: ['POST', '/v1/datasets/{dataset_id}/events'],
  snapshotDataset: ['POST', '/v1/datasets/{dataset_id}/snapshots', 'key'],
  exportDataset: ['POST', '/v1/datasets/{dataset_id}/exports', 'key'],
  adaptModel: ['POST', '/v1/adaptations', 'key'],
  listModels: ['GET', '/v1/models'],
  getModel: ['GET', '/v1/models/{model_id}'],
  listModelItems: ['GET', '/v1/models/{model_id}/items'],
  predict: ['POST', '/v1/models/{model_id}/predict'],
  embed: ['POST', '/v1/models/{model_id}/embed'],
  listSimilarItems: ['GET', '/v1/models/{model_id}/similar-items'],
  getItemVectors: ['POST', '/v1/models/{model_id}/item-vectors'],
  predictBatch: ['POST', '/v1/models/{model_id}/batch-predictions', 'key'],
  exportModel: ['POST', '/v1/models/{model_id}/exports', 'key'],
  listModelAliases: ['GET', '/v1/model-aliases'],
  getModelAlias: ['GET', '/v1/model-aliases/{name}'],
  moveModelAlias: ['PUT', '/v1/model-aliases/{name}'],
  removeModelAlias: ['DELETE', '/v1/model-aliases/{name}'],
  refitModel: ['POST', '/v1/model-aliases/{name}/refits', 'key'],
  getRefitSchedule: ['GET', '/v1/model-aliases/{name}/refit-schedule'],
  scheduleRefits: ['PUT', '/v1/model-aliases/{name}/refit-schedule'],
  removeRefitSchedule: ['DELETE', '/v1/model-aliases/{name}/refit-schedule'],
  generate: ['POST', '/v1/generate'],
  simulate: ['POST', '/v1/simulations', 'key'],
  listSimulations: ['GET', '/v1/simulations'],
  getSimulation: ['GET', '/v1/simulations/{simulation_id}'],
  fitTokenizer: ['POST', '/v1/tokenizers', 'key'],
  listTokenizers: ['GET', '/v1/tokenizers'],
  getTokenizer: ['GET', '/v1/tokenizers/{tokenizer_id}'],
  getTokenizerCodes: ['GET', '/v1/tokenizers/{tokenizer_id}/codes'],
  exportTokenizer: ['POST', '/v1/tokenizers/{tokenizer_id}/exports', 'key'],
  assignSemanticIds: ['POST', '/v1/semantic-ids'],
  listJobs: ['GET', '/v1/jobs'],
  getJob: ['GET', '/v1/jobs/{job_id}'],
  getJobLog: ['GET', '/v1/jobs/{job_id}/log'],
  cancelJob: ['POST', '/v1/jobs/{job_id}/cancel'],
  download: ['GET', '/v1/downloads/{token}', 'open'],
  ingest: ['POST', '/v1/ingest', 'key'],
  stream: ['POST', '/v1/stream', 'key'],
  sendFeedbackBatch: ['POST', '/v1/feedback/batch', 'key'],
  createExperiment: ['POST', '/v1/experiments'],
  listExperiments: ['GET', '/v1/experiments'],
  getExperiment: ['GET', '/v1/experiments/{experiment_id}'],
  stopExperiment: ['POST', '/v1/experiments/{experiment_id}/stop'],
  listTenants: ['GET', '/v1/admin/tenants'],
  createTenant: ['POST', '/v1/admin/tenants'],
  getTenant: ['GET', '/v1/admin/tenants/{tenant_id}'],
  changeTenant: ['POST', '/v1/admin/tenants/{tenant_id}'],
  listKeys: ['GET', '/v1/admin/keys'],
  createKey: ['POST', '/v1/admin/tenants/{tenant_id}/keys'],
  revokeKey: ['DELETE', '/v1/admin/keys/{key_id}'],
  listAuditEntries: ['GET', '/v1/admin/audit'],
  listSettings: ['GET', '/v1/admin/settings'],
  getSystem: ['GET', '/v1/admin/system'],
  getHealth: ['GET', '/healthz', 'open'],
  getReadiness: ['GET', '/readyz', 'open'],
  getMetrics: ['GET', '/metrics', 'open'],
  getInterface: ['GET', '/v1/openapi.json', 'open'],
} as const satisfies Record<string, readonly [method: string, path: string, flag?: Flag]>;

export type OperationId = keyof typeof operations;

/** The success answer of each operation that a resource calls by id. */
export interface Answers {
  upsertUser: wire.UpsertUserResponse;
  upsertUsers: undefined;
  appendContext: wire.AppendContextResponse;
  listUsers: wire.ListUsersResponse;
  getUser: wire.GetUserResponse;
  exportUser: wire.ExportUserResponse;
  patchUser: wire.PatchUserResponse;
  deleteUser: wire.DeleteUserResponse;
  unblockUser: wire.UnblockUserResponse;
  getSchema: wire.GetSchemaResponse;
  listDomains: wire.ListDomainsResponse;
  getDomain: wire.GetDomainResponse;
  checkDomain: wire.CheckDomainResponse;
  listTenantDomains: wire.ListTenantDomainsResponse;
  getTenantDomain: wire.GetTenantDomainResponse;
  publishDomain: wire.PublishDomainResponse;
  listDomainSamples: wire.ListDomainSamplesResponse;
  match: wire.MatchResponse;
  matchBatch: wire.MatchBatchResponse;
  getMatch: wire.GetMatchResponse;
  sendFeedback: wire.SendFeedbackResponse;
  withdrawOutcomes: wire.WithdrawOutcomesResponse;
  train: wire.TrainResponse;
  listTrainingRuns: wire.ListTrainingRunsResponse;
  getTrainingRun: wire.GetTrainingRunResponse;
  deployTrainingRun: wire.DeployTrainingRunResponse;
  deployModel: wire.DeployModelResponse;
  cancelTrainingRun: wire.CancelTrainingRunResponse;
  getOutcomeStatistics: wire.GetOutcomeStatisticsResponse;
  getMatchStatistics: wire.GetMatchStatisticsResponse;
  getExposureStatistics: wire.GetExposureStatisticsResponse;
  getFieldStatistics: wire.GetFieldStatisticsResponse;
  importDataset: wire.ImportDatasetResponse;
  listDatasets: wire.ListDatasetsResponse;
  getDataset: wire.GetDatasetResponse;
  getDatasetStatistics: wire.GetDatasetStatisticsResponse;
  deleteDataset: wire.DeleteDatasetResponse;
  deleteModel: wire.DeleteModelResponse;
  deleteTokenizer: wire.DeleteTokenizerResponse;
  appendDatasetItems: wire.AppendDatasetItemsResponse;
  appendDatasetEvents: wire.AppendDatasetEventsResponse;
  snapshotDataset: wire.SnapshotDatasetResponse;
  exportDataset: wire.ExportDatasetResponse;
  adaptModel: wire.AdaptModelResponse;
  listModels: wire.ListModelsResponse;
  getModel: wire.GetModelResponse;
  listModelItems: wire.ListModelItemsResponse;
  predict: wire.PredictResponse;
  embed: wire.EmbedResponse;
  listSimilarItems: wire.ListSimilarItemsResponse;
  getItemVectors: wire.GetItemVectorsResponse;
  predictBatch: wire.PredictBatchResponse;
  exportModel: wire.ExportModelResponse;
  listModelAliases: wire.ModelAliasList;
  getModelAlias: wire.ModelAlias;
  moveModelAlias: wire.ModelAlias;
  removeModelAlias: wire.RemovedAlias;
  refitModel: wire.Job;
  getRefitSchedule: wire.RefitSchedule;
  scheduleRefits: wire.RefitSchedule;
  removeRefitSchedule: wire.RemovedRefitSchedule;
  generate: wire.GenerateResponse;
  simulate: wire.SimulateResponse;
  listSimulations: wire.ListSimulationsResponse;
  getSimulation: wire.GetSimulationResponse;
  fitTokenizer: wire.FitTokenizerResponse;
  listTokenizers: wire.ListTokenizersResponse;
  getTokenizer: wire.GetTokenizerResponse;
  getTokenizerCodes: wire.GetTokenizerCodesResponse;
  exportTokenizer: wire.ExportTokenizerResponse;
  assignSemanticIds: wire.AssignSemanticIdsResponse;
  listJobs: wire.ListJobsResponse;
  getJob: wire.GetJobResponse;
  getJobLog: wire.GetJobLogResponse;
  cancelJob: wire.CancelJobResponse;
  download: Response;
  ingest: wire.IngestResponse;
  stream: wire.StreamResponse;
  sendFeedbackBatch: wire.SendFeedbackBatchResponse;
  createExperiment: wire.CreateExperimentResponse;
  listExperiments: wire.ListExperimentsResponse;
  getExperiment: wire.GetExperimentResponse;
  stopExperiment: wire.StopExperimentResponse;
  listTenants: wire.ListTenantsResponse;
  createTenant: wire.CreateTenantResponse;
  getTenant: wire.GetTenantResponse;
  changeTenant: wire.ChangeTenantResponse;
  listKeys: wire.ListKeysResponse;
  createKey: wire.CreateKeyResponse;
  revokeKey: wire.RevokeKeyResponse;
  listAuditEntries: wire.ListAuditEntriesResponse;
  listSettings: wire.ListSettingsResponse;
  getSystem: wire.GetSystemResponse;
  getHealth: wire.GetHealthResponse;
  getReadiness: wire.GetReadinessResponse;
  getMetrics: wire.GetMetricsResponse;
  getInterface: wire.GetInterfaceResponse;
}

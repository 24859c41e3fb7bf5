/** Part of the composition root: the service that answers matches in this server. */
import type { Logger } from 'pino';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import type { CandidateTexts } from '../matching/match/candidate-texts.ts';
import type { CandidateEngine } from '../matching/match/candidates/candidate-engine.ts';
import { createMatchService, type ReplayingMatchService } from '../matching/match/create-match-service.ts';
import type { MatchExperiments } from '../matching/match/experiments/participation.ts';
import type { Reranking } from '../matching/match/rerank/rerank.ts';
import type { CrossEncoderClient } from '../matching/ranking/cross-encoder/cross-encoder-client.ts';
import { loadRankingModel } from '../matching/ranking/models/load-ranking-model.ts';
import type { ModelCatalog } from '../matching/ranking/models/model-catalog.ts';
import { createReadWordCounts } from '../matching/ranking/models/read-word-counts.ts';
import { createTrainedModelCatalog } from '../matching/ranking/models/trained-model-catalog.ts';
import { openReranker } from '../matching/rerankers/open-reranker.ts';
import type { Metrics } from '../outside/http/metrics/metrics.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import type { Intake } from './open-intake.ts';

interface MatchServiceParts {
  readonly settings: Settings;
  readonly intake: Intake;
  readonly indexes: IndexRegistry;
  readonly candidates: CandidateEngine;
  readonly texts: CandidateTexts;
  readonly crossEncoders: CrossEncoderClient;
  readonly models: ModelCatalog;
  readonly experiments: MatchExperiments;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openMatchService(parts: MatchServiceParts): ReplayingMatchService {
  const {
    settings,
    intake,
    indexes,
    candidates,
    texts,
    models,
    experiments,
    crossEncoders,
    metrics,
    logger,
    clock,
  } = parts;
  const { store, accounts, gazetteer, profiles, languageModels } = intake;
  const reranking = openReranking(settings, (tenant, { reason, message }) => {
    if (reason !== 'circuit_open') logger.warn({ tenant, reason, message }, 'the reranker gave no answer');
  });
  return createMatchService({
    store,
    indexes,
    candidates,
    texts,
    resolvePlace: gazetteer.resolveGiven,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    readSeeker: profiles.readSeeker,
    judge: { modelFor: languageModels.of, timeoutMs: settings.judgeTimeoutMs },
    crossEncoding: {
      client: crossEncoders,
      onFailure: (tenant, error) =>
        logger.error({ tenant, error }, 'a trained cross encoder could not be read'),
    },
    ...(reranking !== null && { reranking }),
    remember: (shown) => store.learning.recordShown(shown),
    models,
    experiments,
    clock,
    admission: {
      inFlight: settings.matchesAtOnce,
      waiting: settings.matchesWaiting,
      longestWaitMs: settings.matchWaitSeconds * 1000,
    },
    observeDegraded: metrics.observeDegraded,
    observeScores: metrics.observeScores,
    observeStage: (stage, ms, _in, out) => metrics.observeStage(stage, ms, out),
  });
}

/** The external reranker; null where none is set. */
function openReranking(
  settings: Pick<Settings, 'reranker' | 'rerankerModel' | 'rerankerApiKey' | 'rerankerTimeoutMs'>,
  onFailure: NonNullable<Reranking['onFailure']>,
): Reranking | null {
  const { reranker, rerankerModel, rerankerApiKey, rerankerTimeoutMs } = settings;
  if (reranker === null) return null;
  return {
    reranker: openReranker(reranker, { model: rerankerModel, apiKey: rerankerApiKey }),
    timeoutMs: rerankerTimeoutMs,
    onFailure,
  };
}

/** The ranking models in force, as every match and GET /schema see them. */
export function openRankingModels(
  { learning, calibrations, words }: Pick<Store, 'learning' | 'calibrations' | 'words'>,
  artifacts: ArtifactStore,
  logger: Logger,
): ModelCatalog {
  return createTrainedModelCatalog({
    rankingModelsFor: learning.rankingModelsFor.bind(learning),
    calibrationsFor: calibrations.calibrations.bind(calibrations),
    wordsFor: createReadWordCounts(words),
    modelsVersion: learning.modelsVersion.bind(learning),
    load: (model) => loadRankingModel(artifacts, model),
    onFailure: (error, { tenantId, domain, version }) =>
      logger.error(
        { error, tenantId, domain, version },
        'a ranking model cannot be read; the tier below serves',
      ),
  });
}

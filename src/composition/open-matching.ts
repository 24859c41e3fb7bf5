/** Part of the composition root: what answers a match. */
import type { Logger } from 'pino';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../http/metrics.ts';
import type { IndexRegistry } from '../index/candidate-index.ts';
import type { CandidateTexts } from '../match/candidate-texts.ts';
import type { CandidateEngine } from '../match/candidates/candidate-engine.ts';
import { createMatchService, type ReplayingMatchService } from '../match/create-match-service.ts';
import type { MatchExperiments } from '../match/experiments/participation.ts';
import type { CrossEncoderClient } from '../ranking/cross-encoder/cross-encoder-client.ts';
import { loadRankingModel } from '../ranking/models/load-ranking-model.ts';
import type { ModelCatalog } from '../ranking/models/model-catalog.ts';
import { createTrainedModelCatalog } from '../ranking/models/trained-model-catalog.ts';
import type { Store } from '../storage/store.ts';
import type { Intake } from './open-intake.ts';
import { openReranking } from './open-language-models.ts';

interface MatchingParts {
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

export function openMatching(parts: MatchingParts): ReplayingMatchService {
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

/** The ranking models in force, as every match and GET /schema see them. */
export function openRankingModels(
  { learning, calibrations }: Pick<Store, 'learning' | 'calibrations'>,
  artifacts: ArtifactStore,
  logger: Logger,
): ModelCatalog {
  return createTrainedModelCatalog({
    rankingModelsFor: learning.rankingModelsFor.bind(learning),
    calibrationsFor: calibrations.calibrations.bind(calibrations),
    modelsVersion: learning.modelsVersion.bind(learning),
    load: (model) => loadRankingModel(artifacts, model),
    onFailure: (error, { tenantId, domain, version }) =>
      logger.error(
        { error, tenantId, domain, version },
        'a ranking model cannot be read; the tier below serves',
      ),
  });
}

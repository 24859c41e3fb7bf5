/**
 * Part of the composition root: learning from outcomes, in the worker and in the processes of single runs.
 */
import { shippedDomain, shippedDomainNames } from '../domains/shipped-domains.ts';
import { calibrateSchedule } from '../matching/learn/calibration/calibrate-schedule.ts';
import { mailJob } from '../matching/learn/mail/mail-job.ts';
import { mailTask } from '../matching/learn/mail/mail-task.ts';
import { forgetShownSchedule } from '../matching/learn/outcomes/forget-shown-schedule.ts';
import { collectRunFilesSchedule } from '../matching/learn/runs/collect-run-files.ts';
import type { Fitting } from '../matching/learn/runs/fitting.ts';
import { rewriteModelsSchedule } from '../matching/learn/runs/rewrite-models-schedule.ts';
import { createRunMaker } from '../matching/learn/runs/run-maker.ts';
import { createSourcesFor } from '../matching/learn/runs/run-sources.ts';
import { trainTask } from '../matching/learn/runs/train-task.ts';
import { movePricesSchedule } from '../matching/match/exposure/move-prices.ts';
import { loadRankingModel } from '../matching/ranking/models/load-ranking-model.ts';
import { createReadWordCounts } from '../matching/ranking/models/read-word-counts.ts';
import { createTrainedModelCatalog } from '../matching/ranking/models/trained-model-catalog.ts';
import { countShownSchedule } from '../matching/statistics/count-shown.ts';
import { countWordsSchedule } from '../matching/statistics/count-words-schedule.ts';
import { recordCoverageSchedule } from '../matching/statistics/record-coverage-schedule.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Task } from '../platform/jobs/task.ts';
import { createMailSender } from '../platform/outbound/send-mail.ts';
import { SHARED_OWNER } from '../platform/storage/learning-store.ts';
import { openPairSides } from './open-pair-sides.ts';
import type { TaskParts } from './open-task-parts.ts';

export function learningTasks(parts: TaskParts): readonly Task[] {
  const { store, accounts, artifacts, settings, clock, onError } = parts;
  const { smtpUrl, mailFrom } = settings;
  const makeRun = createRunMaker(store.learning, clock);
  return [
    trainTask({
      store,
      artifacts,
      sourcesFor: createSourcesFor({
        domainFor: accounts.domainFor,
        listTenants: accounts.listTenants,
        shippedDomain,
      }),
      sharedDomains: shippedDomainNames(),
      encoderId: async () => (await (await parts.encoders()).active()).serving.encoderId,
      fitting: loadFitting,
      isHeldOut: () => openPairSides(store),
      mailFor: (owner, runId) => (smtpUrl === null ? null : mailJob(owner, runId, clock())),
      startNext: async (owner, domain) => {
        if (owner === SHARED_OWNER) return;
        const { threshold } = await accounts.domainFor(owner, domain);
        const next = await makeRun({ owner, domain, tier: 'tenant', forced: false });
        await store.learning.startRun({ ...next, atLeast: threshold });
      },
      clock,
    }),
    mailTask({
      learning: store.learning,
      tenant: (owner) => store.accounts.tenant(owner),
      sendMail: smtpUrl === null ? null : createMailSender(smtpUrl, mailFrom),
      clock,
      onError,
    }),
  ];
}

export function learningSchedules({
  store,
  accounts,
  artifacts,
  clock,
  onError,
}: TaskParts): readonly Schedule[] {
  return [
    forgetShownSchedule(store.learning, clock),
    rewriteModelsSchedule({ learning: store.learning, artifacts }),
    collectRunFilesSchedule({ learning: store.learning, artifacts, clock }),
    calibrateSchedule({
      store,
      models: createTrainedModelCatalog({
        rankingModelsFor: store.learning.rankingModelsFor.bind(store.learning),
        calibrationsFor: async () => [],
        wordsFor: createReadWordCounts(store.words),
        modelsVersion: store.learning.modelsVersion.bind(store.learning),
        load: (model) => loadRankingModel(artifacts, model),
        onFailure: (error) => onError('calibrate_models', error),
      }),
      domainFor: accounts.domainFor,
      fitting: async () =>
        (await import('../matching/learn/calibration/fit-tenant-calibration.ts')).fitTenantCalibration,
      clock,
    }),
    countShownSchedule(store.statistics),
    movePricesSchedule({ exposure: store.exposure, listTenants: accounts.listTenants, clock }),
    countWordsSchedule({
      statistics: store.statistics,
      words: store.words,
      listTenants: accounts.listTenants,
      domainFor: accounts.domainFor,
      clock,
    }),
    recordCoverageSchedule({
      statistics: store.statistics,
      listTenants: accounts.listTenants,
      domainFor: accounts.domainFor,
      clock,
    }),
  ];
}

/** Only the process of a run loads the code that fits. */
async function loadFitting(): Promise<Fitting> {
  const [{ fitRankingModel }, { fitGeneral }, { scorePairs }] = await Promise.all([
    import('../matching/learn/fit/fit-ranking-model.ts'),
    import('../matching/learn/fit/general/fit-general.ts'),
    import('../matching/learn/fit/score-pairs.ts'),
  ]);
  return { fitRankingModel, fitGeneral, scorePairs };
}

/**
 * Part of the composition root: the tasks of the job queue. The worker and the processes of single tasks open
 * the same list; heavy code is loaded when a task first needs it.
 */
import { forgetAuditSchedule } from '../outside/accounts/forget-audit-schedule.ts';
import { fullReadingTask } from '../people/profiles/full-reading/full-reading-task.ts';
import { addTermsSchedule } from '../people/profiles/search/add-terms-schedule.ts';
import { encoderUpkeep, reencodeTask } from '../people/profiles/vectors/reencode-task.ts';
import { profileRefreshTask } from '../people/profiles/vectors/refresh-task.ts';
import { housekeeping } from '../platform/jobs/housekeeping.ts';
import { type Schedule, scheduledTask } from '../platform/jobs/schedule.ts';
import { type StagedParts, stagedCollection, tidyingStaged } from '../platform/jobs/staged-files.ts';
import type { Task } from '../platform/jobs/task.ts';
import { datasetSchedules, datasetTasks } from './open-datasets.ts';
import { erasedFilesSchedule } from './open-erased-files.ts';
import { experimentSchedules } from './open-experiments.ts';
import { openFullReader } from './open-full-reader.ts';
import { learningSchedules, learningTasks } from './open-learning.ts';
import { matchBatchSchedule } from './open-match-batches.ts';
import { modelExperimentsSchedule } from './open-model-experiments.ts';
import { modelSchedules, modelTasks } from './open-models.ts';
import { reencodeParts } from './open-reencoding.ts';
import { searchIndexSchedules } from './open-search-engine.ts';
import type { TaskParts } from './open-task-parts.ts';
import { tokenizerSchedules, tokenizerTasks } from './open-tokenizers.ts';
import { webhookSchedule, webhookTask } from './open-webhooks.ts';

export function openSchedules(parts: TaskParts): readonly Schedule[] {
  return [
    housekeeping(parts.store, parts.clock),
    stagedCollection(stagedParts(parts)),
    encoderUpkeep(parts.store, parts.clock),
    addTermsSchedule(parts.store.personTerms),
    forgetAuditSchedule(parts.store.audit, parts.clock, parts.settings.auditDays),
    ...datasetSchedules(parts),
    ...tokenizerSchedules(parts),
    ...learningSchedules(parts),
    ...modelSchedules(parts),
    matchBatchSchedule(parts),
    erasedFilesSchedule(parts),
    ...searchIndexSchedules(parts),
    ...experimentSchedules(parts),
    modelExperimentsSchedule(parts),
    webhookSchedule(parts),
  ];
}

export function stagedParts({ store, artifacts, clock }: TaskParts): StagedParts {
  return { jobs: store.jobs, artifacts, clock };
}

export function openTasks(parts: TaskParts): readonly Task[] {
  const tasks = [
    ...datasetTasks(parts),
    ...tokenizerTasks(parts),
    ...learningTasks(parts),
    ...modelTasks(parts),
    profileRefreshTask({ ...parts, domainFor: parts.accounts.domainFor }),
    fullReadingTask({ ...parts, openReader: () => openFullReader(parts) }),
    webhookTask(parts),
    reencodeTask(async () => reencodeParts(parts, await parts.encoders())),
    ...openSchedules(parts).map((schedule) => scheduledTask(schedule, parts)),
  ];
  return tasks.map((task) => tidyingStaged(task, parts.artifacts));
}

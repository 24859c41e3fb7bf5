/**
 * Part of the composition root: the tasks of the job queue. The worker and the processes of single tasks open
 * the same list; heavy code is loaded when a task first needs it.
 */
import type { Accounts } from '../accounts/create-accounts.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Settings } from '../config/settings.ts';
import type { Encoders } from '../encoders/active-encoders.ts';
import { housekeeping } from '../jobs/housekeeping.ts';
import { type Schedule, scheduledTask } from '../jobs/schedule.ts';
import type { Task } from '../jobs/task.ts';
import { encoderUpkeep, reencodeTask } from '../profiles/vectors/reencode-task.ts';
import { profileRefreshTask } from '../profiles/vectors/refresh-task.ts';
import type { Store } from '../storage/store.ts';
import { openArtifacts } from './open-artifacts.ts';
import { datasetSchedules, datasetTasks } from './open-datasets.ts';
import { learningSchedules, learningTasks } from './open-learning.ts';
import { modelSchedules, modelTasks } from './open-models.ts';
import { reencodeParts } from './open-reencoding.ts';
import { openStoreAndAccounts } from './open-store.ts';
import { tokenizerSchedules, tokenizerTasks } from './open-tokenizers.ts';

export interface TaskParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly artifacts: ArtifactStore;
  /** Opened at the first call. */
  encoders(): Promise<Encoders>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A fault that does not end the work: its place, and the error. */
  readonly onError: (where: string, error: unknown) => void;
  readonly onNotice: (notice: string) => void;
}

export interface OpenedTaskParts extends TaskParts {
  close(): Promise<void>;
}

export async function openTaskParts(
  settings: Settings,
  { onError, onNotice }: Pick<TaskParts, 'onError' | 'onNotice'>,
): Promise<OpenedTaskParts> {
  const opened = await openStoreAndAccounts(settings);
  let encoders: Promise<Encoders> | undefined;
  return {
    settings,
    store: opened.store,
    accounts: opened.accounts,
    artifacts: openArtifacts(settings),
    encoders: () => (encoders ??= loadEncoders(settings, opened.store, onNotice)),
    clock: Date.now,
    onError,
    onNotice,
    async close() {
      await (await encoders)?.close();
      await opened.close();
    },
  };
}

async function loadEncoders(
  settings: Settings,
  store: Store,
  onNotice: (notice: string) => void,
): Promise<Encoders> {
  const { openEncoders } = await import('./open-encoders.ts');
  return openEncoders(settings, store, { mayBeginSwitch: false, onNotice });
}

export function openSchedules(parts: TaskParts): readonly Schedule[] {
  return [
    housekeeping(parts.store, parts.clock),
    encoderUpkeep(parts.store, parts.clock),
    ...datasetSchedules(parts),
    ...tokenizerSchedules(parts),
    ...learningSchedules(parts),
    ...modelSchedules(parts),
  ];
}

export function openTasks(parts: TaskParts): readonly Task[] {
  return [
    ...datasetTasks(parts),
    ...tokenizerTasks(parts),
    ...learningTasks(parts),
    ...modelTasks(parts),
    profileRefreshTask({ ...parts, domainFor: parts.accounts.domainFor }),
    reencodeTask(async () => reencodeParts(parts, await parts.encoders())),
    ...openSchedules(parts).map((schedule) => scheduledTask(schedule, parts)),
  ];
}

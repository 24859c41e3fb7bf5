/**
 * Part of the composition root: the parts that the tasks of the job queue share. The worker and the process
 * of a single task open it alike.
 */

import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type KafkaProducers, openKafkaProducers } from '../platform/outbound/kafka/kafka-producers.ts';
import type { Store } from '../platform/storage/store.ts';
import { openArtifacts } from './open-artifacts.ts';
import { openStoreAndAccounts } from './open-store.ts';

export interface TaskParts {
  readonly settings: Settings;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly artifacts: ArtifactStore;
  /** Opened at the first call. */
  encoders(): Promise<Encoders>;
  readonly producers: KafkaProducers;
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
  const producers = openKafkaProducers();
  let encoders: Promise<Encoders> | undefined;
  return {
    settings,
    store: opened.store,
    accounts: opened.accounts,
    artifacts: openArtifacts(settings),
    encoders: () => (encoders ??= loadEncoders(settings, opened.store, onNotice)),
    producers,
    clock: Date.now,
    onError,
    onNotice,
    async close() {
      await producers.close();
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

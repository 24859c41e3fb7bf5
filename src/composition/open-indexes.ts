/** Part of the composition root: the candidate indexes. */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MIB } from '../contract/common.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { IndexRegistry } from '../matching/index/candidate-index.ts';
import type { IndexEngine } from '../matching/index/index-engine.ts';
import { openIndexRegistry } from '../matching/index/open-index-registry.ts';
import { openSegmentEngine } from '../matching/index/segments/open-segment-engine.ts';
import { withSharedSnapshots } from '../matching/index/segments/snapshots/shared-snapshots.ts';
import type { CandidateTexts } from '../matching/match/candidate-texts.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';

interface IndexParts {
  readonly settings: Pick<Settings, 'data' | 'indexThreads' | 'indexMemoryMib' | 'artifactBucket'>;
  readonly artifacts: ArtifactStore;
  readonly store: Store;
  readonly encoders: Encoders;
  readonly texts: Pick<CandidateTexts, 'forget'>;
  readonly logger: Logger;
}

export function openIndexes(parts: IndexParts): IndexRegistry {
  const { settings, store, encoders, texts, logger } = parts;
  return openIndexRegistry({
    store,
    engine: openEngine(parts),
    memoryBytes: indexMemoryBytes(settings),
    onFull: (isFull, bytes) =>
      isFull
        ? logger.error(
            { bytes },
            'the candidate indexes have reached their memory limit; no profile is added',
          )
        : logger.info({ bytes }, 'the candidate indexes are below their memory limit again'),
    onPeopleChanged: (index, userIds) => texts.forget(index, userIds),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it will be retried'),
  });
}

function openEngine({ settings, artifacts, logger }: IndexParts): IndexEngine {
  const folder = join(settings.data, 'indexes');
  const engine = openSegmentEngine({
    folder,
    threads: settings.indexThreads ?? undefined,
    onDamage: ({ tenant, domain, reason }) =>
      logger.warn({ tenant, domain, reason }, 'a saved index cannot be used; it is rebuilt from the store'),
  });
  if (settings.artifactBucket === null) return engine;
  const onFailure = (
    error: unknown,
    { tenant, domain }: { readonly tenant: string; readonly domain: string },
  ) => logger.warn({ tenant, domain, error }, 'a saved index could not be shared with other servers');
  return withSharedSnapshots(engine, { folder, artifacts, onFailure });
}

/** The memory that all indexes together may use. */
export function indexMemoryBytes({ indexMemoryMib }: Pick<Settings, 'indexMemoryMib'>): number {
  return indexMemoryMib === null ? halfOfMemory() : indexMemoryMib * MIB;
}

/** Half of the memory of the machine, or of the limit of this process. */
function halfOfMemory(): number {
  const allowed = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((allowed > 0 && allowed < total ? allowed : total) / 2);
}

/** Parts of the service in the process of a benchmark, over a data folder, with the default settings. */
import { type Intake, openIntake } from '../../src/composition/open-intake.ts';
import type { IndexRegistry } from '../../src/matching/index/candidate-index.ts';
import {
  type IndexRegistryOptions,
  openIndexRegistry,
} from '../../src/matching/index/open-index-registry.ts';
import { openSegmentEngine } from '../../src/matching/index/segments/open-segment-engine.ts';
import { createLearnService } from '../../src/matching/learn/create-learn-service.ts';
import type { LearnService } from '../../src/matching/learn/learn-service.ts';
import { createMatchService, type MatchDependencies } from '../../src/matching/match/create-match-service.ts';
import type { MatchService } from '../../src/matching/match/match-service.ts';

export function openBenchIntake(data: string): Promise<Intake> {
  const settings = { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null };
  return openIntake(settings, { mayBeginSwitch: true, onNotice: () => undefined });
}

export function openBenchIndexes(
  { store, encoders }: Intake,
  options: Partial<IndexRegistryOptions> = {},
): IndexRegistry {
  return openIndexRegistry({
    store,
    engine:
      options.engine ??
      openSegmentEngine({ folder: null, threads: 2, onDamage: ({ reason }) => fail(reason) }),
    servingEncoder: async () => (await encoders.active()).serving.encoderId,
    onFailure: fail,
    ...options,
  });
}

export function openBenchLearning({ store, accounts }: Intake): LearnService {
  return createLearnService({
    learning: store.learning,
    blocks: store.blocks,
    jobs: store.jobs,
    keys: store.accounts,
    domainFor: accounts.domainFor,
    wake: () => undefined,
    clock: Date.now,
  });
}

export function openBenchMatching(
  { store, accounts, gazetteer, profiles }: Intake,
  indexes: IndexRegistry,
  options: Partial<MatchDependencies> = {},
): MatchService {
  return createMatchService({
    store,
    indexes,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureVector: profiles.ensureVector,
    readSeeker: profiles.readSeeker,
    clock: Date.now,
    ...options,
  });
}

function fail(reason: unknown): never {
  throw new Error('the indexes failed', { cause: reason });
}

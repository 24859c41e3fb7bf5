/**
 * Finds a ranking model by its version, serving or not: a prior, or a kept model of the tenant or of the
 * shared tiers. Every match asks for it, so it is read once, and again only when a model has changed.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { SHARED_OWNER, type StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import type { RankingModel } from '../ranking-model.ts';
import { domainPrior, generalPrior, type StageModel, stageModel } from './model-catalog.ts';
import { modelOfSchema } from './model-of-schema.ts';
import { type ReadWordCounts, withWords } from './read-word-counts.ts';
import { revisionOf } from './trained-model-catalog.ts';

export interface FindVersionParts {
  readonly rankingModel: (owner: TenantId, version: string) => Promise<StoredRankingModel | null>;
  readonly wordsFor: ReadWordCounts;
  readonly modelsVersion: () => Promise<number>;
  readonly load: (model: StoredRankingModel) => Promise<RankingModel>;
}

interface Known {
  /** When it was read, by the counter of models. */
  readonly modelsVersion: number;
  readonly revision: string | null;
  readonly model: StageModel | null;
  /** The model with the words of the workspace. */
  readonly serving: StageModel | null;
}

/** Versions that stay in memory; the least recently used is evicted first. */
const MOST_VERSIONS = 16;

/** null: there is no such version for the domain. */
export function createFindVersion(parts: FindVersionParts) {
  const known = new Map<string, Promise<Known>>();
  return async (
    tenant: TenantId,
    definition: DomainDefinition,
    version: string,
  ): Promise<StageModel | null> => {
    const key = JSON.stringify([tenant, schemaVersion(definition), version]);
    const modelsVersion = await parts.modelsVersion();
    const before = known.get(key);
    const reading = readUnlessKnown(parts, { tenant, definition, version, modelsVersion }, before);
    known.delete(key);
    known.set(key, reading);
    if (known.size > MOST_VERSIONS) known.delete(known.keys().next().value!);
    reading.catch(() => known.get(key) === reading && known.delete(key));
    return (await reading).serving;
  };
}

interface Asked {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly version: string;
  readonly modelsVersion: number;
}

async function readUnlessKnown(
  parts: FindVersionParts,
  { tenant, definition, version, modelsVersion }: Asked,
  before: Promise<Known> | undefined,
): Promise<Known> {
  const known = await before?.catch(() => undefined);
  if (known?.modelsVersion === modelsVersion) return known;
  const found = await readVersion(parts, { tenant, definition, version }, known);
  // New counts of words raise the counter of models.
  const words = await parts.wordsFor(tenant, definition.domain);
  return { ...found, modelsVersion, serving: found.model && withWords(found.model, words) };
}

/** `known`: what was read before, whose model stays the same object, because caches are keyed by its identity. */
async function readVersion(
  parts: FindVersionParts,
  { tenant, definition, version }: Omit<Asked, 'modelsVersion'>,
  known: Known | undefined,
): Promise<Pick<Known, 'revision' | 'model'>> {
  const kept =
    (await parts.rankingModel(tenant, version)) ?? (await parts.rankingModel(SHARED_OWNER, version));
  const stored = kept === null ? null : modelOfSchema(kept, definition);
  if (stored === null) {
    const model = known?.revision === null ? known.model : priorOf(definition, version);
    return { revision: null, model };
  }
  const revision = revisionOf(stored);
  if (known !== undefined && known.revision === revision) return known;
  return { revision, model: stageModel(await parts.load(stored)) };
}

function priorOf(definition: DomainDefinition, version: string): StageModel | null {
  const { terms } = definition.scorecard;
  const priors = [generalPrior(definition), ...(terms.length === 0 ? [] : [domainPrior(definition)])];
  const found = priors.find(({ card }) => card.version === version);
  return found === undefined ? null : stageModel(found);
}

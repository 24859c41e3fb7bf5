/** Part of the composition root: the dependencies of `counterpart reading fit`, which reads texts in this process. */
import type { TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import { openGazetteer } from '../people/places/gazetteer.ts';
import { fitReading, type ReadingFit } from '../people/profiles/corrections/fit-reading.ts';
import { compileExtractor } from '../people/reading/compile-extractor.ts';
import { shippedReader } from '../people/reading/network/domain-reader.ts';
import type { Store } from '../platform/storage/store.ts';
import { openEmbedded } from './open-encoders.ts';

export interface FitControl {
  readonly isDry: boolean;
  readonly onProgress: (people: number, all: number) => void;
  readonly signal: AbortSignal;
}

/** Keys the hash by which people are held out of fits. */
const SPLIT_SECRET = 'reading-split';

/** null: the network does not read the domain, so there is no decision to fit. */
export async function fitReadingHere(
  store: Store,
  tenant: TenantId,
  definition: DomainDefinition,
  { isDry, onProgress, signal }: FitControl,
): Promise<ReadingFit | null> {
  const reader = await shippedReader(definition);
  if (reader === null) return null;
  const [encoder, gazetteer] = await Promise.all([openEmbedded(), openGazetteer()]);
  const { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace } = gazetteer;
  const tools = { encoder, resolvePlace, resolveGiven, populationOf, mayBeginPlace };
  const parts = {
    profiles: store.profiles,
    decisions: store.readingDecisions,
    extractor: await compileExtractor(definition, tools, { reader: () => Promise.resolve(reader) }),
    reader,
    resolvePlace: gazetteer.resolveGiven,
    secret: await store.secrets.secret(SPLIT_SECRET),
    onProgress,
    signal,
    clock: Date.now,
  };
  return fitReading(parts, tenant, definition, { isDry });
}

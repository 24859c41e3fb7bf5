/** Second step of the composition root: what reads people in. */
import { Worker } from 'node:worker_threads';
import { ulid } from 'ulid';
import type { Settings } from './config.ts';
import type { DomainDefinition } from './domains/definition.ts';
import type { Encoders } from './encoders/encoders-in-force.ts';
import type { TextEncoder } from './encoders/text-encoder.ts';
import { type Books, openBooks } from './open-books.ts';
import { type EncoderEvents, type EncoderSettings, openEmbedded, openEncoders } from './open-encoder.ts';
import { type Gazetteer, openGazetteer } from './places/gazetteer.ts';
import { createProfileService, type Profiles } from './profiles/create-profile-service.ts';
import { compileExtractor } from './profiles/extract/compile-extractor.ts';
import type { Extractor } from './profiles/extract/extractor.ts';
import { createExtractionThread, type ExtractionThread } from './profiles/extract/offload-extraction.ts';
import { createRefreshLimiter } from './profiles/heads/refresh-limiter.ts';

export interface Intake extends Books {
  readonly encoders: Encoders;
  readonly gazetteer: Gazetteer;
  readonly profiles: Profiles;
}

/** What reads people in: for the importer, and as a part of the service. */
export async function openIntake(
  settings: Pick<Settings, 'data'> & EncoderSettings,
  encoderEvents: EncoderEvents,
): Promise<Intake> {
  const books = await openBooks(settings);
  const { store, accounts } = books;
  const [encoders, reader, gazetteer] = await Promise.all([
    openEncoders(settings, store, encoderEvents),
    openEmbedded(),
    openGazetteer(),
  ]).catch(async (error: unknown) => {
    await books.close();
    throw error;
  });
  const thread = createExtractionThread(startExtractionThread);
  const profiles = createProfileService({
    store,
    encoders,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    versionFor: accounts.versionFor,
    extractorFor: rememberExtractors(reader, gazetteer, thread),
    memoryAccess: async (tenant) => {
      const settings = (await accounts.tenant(tenant))?.settings;
      return { allowedHosts: settings?.memoryHosts ?? [], header: settings?.memoryHeader ?? null };
    },
    enrichmentAccess: async (tenant) => {
      const settings = (await accounts.tenant(tenant))?.settings;
      if (settings?.enrichmentUrl == null) return null;
      const { enrichmentUrl: url, enrichmentHeader: header = null, memoryHosts: allowedHosts } = settings;
      return { url, header, allowedHosts };
    },
    refreshLimiter: createRefreshLimiter(),
    clock: Date.now,
    newContextId: () => `ctx_${ulid().toLowerCase()}`,
  });
  const close = async () => {
    await thread.close();
    await encoders.close();
    await books.close();
  };
  return { ...books, encoders, gazetteer, profiles, close };
}

function startExtractionThread(): Worker {
  return new Worker(new URL('./extraction-thread.ts', import.meta.url));
}

/**
 * One extractor a definition: phrases and prototypes are compiled once. They keep to the embedded encoder, whichever
 * serves: the thresholds of the rules were set with it.
 */
function rememberExtractors(
  encoder: TextEncoder,
  gazetteer: Gazetteer,
  thread: ExtractionThread,
): (definition: DomainDefinition) => Promise<Extractor> {
  const compiled = new WeakMap<DomainDefinition, Promise<Extractor>>();
  return (definition) => {
    const known = compiled.get(definition);
    if (known !== undefined) return known;
    const extractor = compileExtractor(definition, {
      encoder,
      resolvePlace: gazetteer.resolve,
      populationOf: gazetteer.populationOf,
    }).then((inline) => thread.offload(definition, inline));
    compiled.set(definition, extractor);
    return extractor;
  };
}

/** Second step of the composition root: what reads people in. */
import { Worker } from 'node:worker_threads';
import { ulid } from 'ulid';
import type { Settings } from './config.ts';
import type { DomainDefinition } from './domains/definition.ts';
import type { TextEncoder } from './encoders/text-encoder.ts';
import { type Books, openBooks } from './open-books.ts';
import { type EncoderSettings, openEncoder } from './open-encoder.ts';
import { type Gazetteer, openGazetteer } from './places/gazetteer.ts';
import { createProfileService, type Profiles } from './profiles/create-profile-service.ts';
import { compileExtractor } from './profiles/extract/compile-extractor.ts';
import type { Extractor } from './profiles/extract/extractor.ts';
import { createExtractionThread, type ExtractionThread } from './profiles/extract/offload-extraction.ts';
import { createRefreshLimiter } from './profiles/heads/refresh-limiter.ts';

export interface Intake extends Books {
  readonly encoder: TextEncoder;
  readonly gazetteer: Gazetteer;
  readonly profiles: Profiles;
}

/** What reads people in: for the importer, and as a part of the service. */
export async function openIntake(
  settings: Pick<Settings, 'data'> & EncoderSettings,
  onError: (error: unknown) => void,
): Promise<Intake> {
  const books = await openBooks(settings);
  const [encoder, gazetteer] = await Promise.all([openEncoder(settings), openGazetteer()]);
  const { store, accounts } = books;
  const thread = createExtractionThread(() => startExtractionThread(settings));
  const profiles = createProfileService(
    {
      store,
      encoder,
      resolvePlace: gazetteer.resolve,
      domainFor: accounts.domainFor,
      extractorFor: rememberExtractors(encoder, gazetteer, thread),
      memoryAccess: async (tenant) => {
        const settings = (await accounts.tenant(tenant))?.settings;
        return { allowedHosts: settings?.memoryHosts ?? [], header: settings?.memoryHeader ?? null };
      },
      refreshLimiter: createRefreshLimiter(),
      clock: Date.now,
      newContextId: () => `ctx_${ulid().toLowerCase()}`,
    },
    onError,
  );
  const close = async () => {
    await profiles.refreshes.stop();
    await thread.close();
    await encoder.close();
    await books.close();
  };
  return { ...books, encoder, gazetteer, profiles, close };
}

function startExtractionThread({
  textEncoder,
  textEncoderModel,
  textEncoderApiKey,
}: EncoderSettings): Worker {
  const workerData: EncoderSettings = { textEncoder, textEncoderModel, textEncoderApiKey };
  return new Worker(new URL('./extraction-thread.ts', import.meta.url), { workerData });
}

/** One extractor a definition: phrases and prototypes are compiled once. */
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

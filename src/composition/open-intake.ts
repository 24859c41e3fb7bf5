/** Second step of the composition root: the intake, which reads people in. */

import { createDatasetsWithout } from '../behaviour/datasets/ids/datasets-without.ts';
import type { IdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import type { TenantId } from '../contract/brands.ts';
import { newId } from '../contract/new-id.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { TextEncoder } from '../engines/encoders/text-encoder.ts';
import type { LanguageModels } from '../engines/llm/language-models.ts';
import type { LanguageModelEvents } from '../engines/llm/open-language-model.ts';
import { type Gazetteer, openGazetteer } from '../people/places/gazetteer.ts';
import { createProfileService, type Profiles } from '../people/profiles/create-profile-service.ts';
import { createRefreshLimiter } from '../people/profiles/vectors/refresh-limiter.ts';
import { byDecision } from '../people/reading/corrections/by-decision.ts';
import { decisionsOfWorkspaces } from '../people/reading/corrections/decisions-of-workspaces.ts';
import type { Extractor } from '../people/reading/extractor.ts';
import { extractorsByTenant } from '../people/reading/llm/extractors-by-tenant.ts';
import { createExtractionClient } from '../people/reading/thread/extraction-client.ts';
import type { Settings } from '../platform/config/settings.ts';
import { EventLoopYielder } from '../platform/threads/event-loop-yielder.ts';
import { type EncoderEvents, type EncoderSettings, openEmbedded, openEncoders } from './open-encoders.ts';
import { type ModelSettings, openLlm } from './open-llm.ts';
import { openStoreAndAccounts, type StoreAndAccounts } from './open-store.ts';

/** Events while opening and running. */
export interface IntakeEvents extends EncoderEvents, LanguageModelEvents {
  /** A text was read by rules instead of a language model. `error` is null where no model is set. */
  readonly onFallback?: (tenant: TenantId, error: unknown) => void;
}

export interface IntakeOptions {
  /** Reads profiles one after the other as fast as possible: two threads read texts. */
  readonly readsMany?: boolean;
  /** Epoch milliseconds: the time of now for the accounts. */
  readonly clock?: () => number;
  /** An open store, which stays open; left out: one is opened. */
  readonly over?: Pick<StoreAndAccounts, 'store' | 'accounts'>;
  /** The ids of datasets; left out: an erasure reaches all of them without a look at their indexes. */
  readonly datasetIds?: IdIndexes;
}

const extractionScript = new URL('../processes/extraction-worker.ts', import.meta.url);
/** The most that compiling rules may use of one turn of the event loop, ms. */
const COMPILE_SLICE_MS = 2;
/** For one text, queueing included. */
const EXTRACTION_TIMEOUT_MS = 30_000;

export interface Intake extends StoreAndAccounts {
  readonly languageModels: LanguageModels;
  /** Texts read by rules so far because no language model answered. */
  fallbacks(): number;
  readonly encoders: Encoders;
  readonly gazetteer: Gazetteer;
  readonly profiles: Profiles;
  /** The rules of a domain, compiled once. */
  readonly rulesFor: (definition: DomainDefinition) => Promise<Extractor>;
}

/** Opens the intake, for the importer and as a part of the service. */
export async function openIntake(
  settings: Pick<Settings, 'data'> & EncoderSettings & Partial<ModelSettings & Pick<Settings, 'extraction'>>,
  events: IntakeEvents,
  { readsMany = false, clock, over, datasetIds }: IntakeOptions = {},
): Promise<Intake> {
  const opened =
    over === undefined
      ? await openStoreAndAccounts(settings, clock)
      : { ...over, close: () => Promise.resolve() };
  const { store, accounts } = opened;
  const [encoders, reader, gazetteer] = await Promise.all([
    openEncoders(settings, store, events),
    openEmbedded(),
    openGazetteer(),
  ]).catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  const longTexts = createExtractionClient(extractionScript, { readsMany });
  // The thresholds of the rules were set with the embedded encoder, so they always use it.
  const compiledFor = remembered(compiled, (definition) => compileRules(definition, reader, gazetteer));
  const rulesFor = remembered(new WeakMap(), async (definition) =>
    longTexts.offload(definition, await compiledFor(definition)),
  );
  const decisionOf = decisionsOfWorkspaces(store.readingDecisions, Date.now);
  const rulesOf = async (definition: DomainDefinition, tenant: TenantId) =>
    byDecision(await rulesFor(definition), await decisionOf(tenant, definition.domain));
  const languageModels = openLlm(settings, opened, events);
  let fallbacks = 0;
  const profiles = createProfileService({
    store,
    encoders,
    resolvePlace: gazetteer.resolveGiven,
    domainFor: accounts.domainFor,
    versionFor: accounts.versionFor,
    rulesFor: rulesOf,
    extractorFor: extractorsByTenant({
      rulesFor: rulesOf,
      modeOf: async (tenant) =>
        (await accounts.tenant(tenant))?.settings.extraction ?? settings.extraction ?? 'rules',
      modelOf: languageModels.of,
      resolvePlace: gazetteer.resolve,
      timeoutMs: EXTRACTION_TIMEOUT_MS,
      onFallback: (tenant, error) => {
        fallbacks++;
        events.onFallback?.(tenant, error);
      },
    }),
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
    ...(datasetIds && { datasetsWithout: createDatasetsWithout(store.datasets, datasetIds) }),
    refreshLimiter: createRefreshLimiter(),
    clock: Date.now,
    newContextId: () => newId('ctx'),
  });
  const close = async () => {
    await longTexts.close();
    await encoders.close();
    await opened.close();
  };
  return {
    ...{ ...opened, encoders, gazetteer, profiles, rulesFor, languageModels },
    fallbacks: () => fallbacks,
    close,
  };
}

type RulesOf = WeakMap<DomainDefinition, Promise<Extractor>>;

/** Compiled once a process, as the encoder and the gazetteer are opened once. */
const compiled: RulesOf = new WeakMap();
const yielder = new EventLoopYielder(COMPILE_SLICE_MS);

function remembered(made: RulesOf, make: (definition: DomainDefinition) => Promise<Extractor>) {
  return (definition: DomainDefinition): Promise<Extractor> => {
    const known = made.get(definition);
    if (known !== undefined) return known;
    const making = make(definition);
    made.set(definition, making);
    return making;
  };
}

async function compileRules(
  definition: DomainDefinition,
  encoder: TextEncoder,
  { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace }: Gazetteer,
): Promise<Extractor> {
  // The rules of languages take .4 s to load: with the first text, not with the start.
  const { compileExtractor } = await import('../people/reading/compile-extractor.ts');
  const pause = () => yielder.yieldIfDue();
  return compileExtractor(definition, {
    encoder,
    resolvePlace,
    resolveGiven,
    populationOf,
    mayBeginPlace,
    pause,
  });
}

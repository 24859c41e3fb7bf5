/**
 * The composition root: the one place (with `main.ts`) that picks implementations and puts the rooms together. In
 * three steps, because the operator's commands need less than the server: accounts alone, intake, everything.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ulid } from 'ulid';
import { type Accounts, createAccounts } from './accounts/create-accounts.ts';
import type { Settings } from './config.ts';
import type { DomainDefinition } from './domains/definition.ts';
import { openTextEncoder } from './encoders/open-text-encoder.ts';
import type { TextEncoder } from './encoders/text-encoder.ts';
import { buildServer } from './http/build-server.ts';
import { createMetrics } from './http/metrics.ts';
import type { IndexRegistry } from './index/candidate-index.ts';
import { openIndexRegistry } from './index/follow.ts';
import { ReferenceIndex } from './index/reference/reference-index.ts';
import { createMatchService } from './match/create-match-service.ts';
import { type Gazetteer, openGazetteer } from './places/gazetteer.ts';
import { createProfileService, type Profiles } from './profiles/create-profile-service.ts';
import { compileExtractor } from './profiles/extract/compile-extractor.ts';
import type { Extractor } from './profiles/extract/extractor.ts';
import { createRefreshLimiter } from './profiles/heads/refresh-limiter.ts';
import { openSqliteStore } from './storage/sqlite/sqlite-store.ts';
import type { Store } from './storage/store.ts';

const clock = Date.now;

export interface Books {
  readonly store: Store;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

/** The store and who may use it. */
export async function openBooks({ data }: Pick<Settings, 'data'>): Promise<Books> {
  const store = await openSqliteStore({ file: join(data, 'counterpart.sqlite') });
  return { store, accounts: createAccounts({ store, clock }), close: () => store.close() };
}

export interface Intake extends Books {
  readonly encoder: TextEncoder;
  readonly gazetteer: Gazetteer;
  readonly profiles: Profiles;
}

/** What reads people in: for the importer, and as a part of the service. */
export async function openIntake(
  settings: Pick<Settings, 'data' | 'textEncoder'>,
  onError: (error: unknown) => void,
): Promise<Intake> {
  const books = await openBooks(settings);
  const [encoder, gazetteer] = await Promise.all([openTextEncoder(settings.textEncoder), openGazetteer()]);
  const { store, accounts } = books;
  const profiles = createProfileService(
    {
      store,
      encoder,
      resolvePlace: gazetteer.resolve,
      domainFor: accounts.domainFor,
      extractorFor: rememberExtractors(encoder, gazetteer),
      memoryAccess: async (tenant) => {
        const settings = (await accounts.tenant(tenant))?.settings;
        return { allowedHosts: settings?.memoryHosts ?? [], header: settings?.memoryHeader ?? null };
      },
      refreshLimiter: createRefreshLimiter(),
      clock,
      newContextId: () => `ctx_${ulid().toLowerCase()}`,
    },
    onError,
  );
  const close = async () => {
    await profiles.refreshes.stop();
    await encoder.close();
    await books.close();
  };
  return { ...books, encoder, gazetteer, profiles, close };
}

/** One extractor a definition: phrases and prototypes are compiled once. */
function rememberExtractors(
  encoder: TextEncoder,
  gazetteer: Gazetteer,
): (definition: DomainDefinition) => Promise<Extractor> {
  const compiled = new WeakMap<DomainDefinition, Promise<Extractor>>();
  return (definition) => {
    const known = compiled.get(definition);
    if (known !== undefined) return known;
    const extractor = compileExtractor(definition, { encoder, resolvePlace: gazetteer.resolve });
    compiled.set(definition, extractor);
    return extractor;
  };
}

export interface Service extends Intake {
  readonly indexes: IndexRegistry;
  /** The HTTP server, not yet listening. */
  readonly server: Awaited<ReturnType<typeof buildServer>>;
}

export async function composeService(settings: Settings, logger: Logger): Promise<Service> {
  const intake = await openIntake(settings, (error) =>
    logger.error({ error }, 'an owed vector refresh failed; it is tried again'),
  );
  const { store, accounts, encoder, gazetteer, profiles } = intake;
  const indexes = openIndexRegistry({
    store,
    indexFor: (definition, sequence) => new ReferenceIndex(definition, sequence),
    onFailure: (error) => logger.error({ error }, 'an index could not follow the store; it is tried again'),
  });
  const metrics = createMetrics(() => indexes.stats());
  const match = createMatchService({
    store,
    indexes,
    encoder,
    resolvePlace: gazetteer.resolve,
    domainFor: accounts.domainFor,
    ensureHead: profiles.ensureHead,
    clock,
    observeStage: (stage, ms, _in, out) => metrics.observeStage(stage, ms, out),
  });
  const server = await buildServer({
    profiles,
    match,
    accounts,
    idempotency: store.idempotency,
    metrics,
    readiness: async () =>
      (await store.ping())
        ? { ready: true, reason: null }
        : { ready: false, reason: 'the store does not answer' },
    logger,
    limits: { bodyBytes: settings.bodyLimitBytes, inFlight: settings.maxInFlight },
    publicUrl: settings.publicUrl,
    clock,
  });
  const close = async () => {
    await server.close();
    await indexes.close();
    await intake.close();
  };
  return { ...intake, indexes, server, close };
}

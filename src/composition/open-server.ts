/** Part of the composition root: the HTTP server over the services. */
import { createMayBeSent } from '../behaviour/batches/erase-from-files.ts';
import { tenantId } from '../contract/brands.ts';
import { describeEncoders } from '../engines/encoders/describe-encoders.ts';
import { createLearnService } from '../matching/learn/create-learn-service.ts';
import { createStatisticsService } from '../matching/statistics/create-statistics-service.ts';
import { createDomainService } from '../outside/accounts/domain-service.ts';
import { buildServer } from '../outside/http/build-server.ts';
import type { HttpLimits, ServerDependencies } from '../outside/http/server-dependencies.ts';
import { createMessageService } from '../outside/ingest/create-message-service.ts';
import { listConnectors } from '../outside/ingest/describe-connectors.ts';
import { refuseWhenFull } from '../people/profiles/intake/refuse-when-full.ts';
import { createCheckClient } from '../people/reading/check/check-client.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type SettingSources, settingsInForce } from '../platform/config/settings-in-force.ts';
import { createJobService } from '../platform/jobs/job-service.ts';
import type { JobStore } from '../platform/storage/job-store.ts';
import type { Store } from '../platform/storage/store.ts';
import type { Behaviour } from './open-behaviour.ts';
import { openDocuments, openKeepDocument, withoutFilesOfErased } from './open-documents.ts';
import { erasedFilesParts } from './open-erased-files.ts';
import { openEvents } from './open-events.ts';
import { openIdentityProvider } from './open-identity-provider.ts';
import { indexMemoryBytes } from './open-indexes.ts';
import type { CommonParts, Matching } from './open-matching.ts';
import { openSchemas } from './open-schemas.ts';
import type { Warming } from './open-warming.ts';
import { openWebhooks } from './open-webhooks.ts';
import { taskKinds } from './task-kinds.ts';

interface ServerParts extends CommonParts {
  readonly settingSources: SettingSources;
  /** The output of the build of the console. */
  readonly consoleFolder: string;
  readonly matching: Matching;
  readonly behaviour: Behaviour;
  /** Whether the server is about to stop. */
  readonly isLeaving: () => boolean;
}

const checkScript = new URL('../processes/definition-check-worker.ts', import.meta.url);
const SECOND_MS = 1000;
const MAX_LINES_PER_BODY = 1_000_000;

/** Not yet listening. Registers in `opened` how each part is closed. */
export async function openServer(
  parts: ServerParts,
  opened: AsyncDisposableStack,
): Promise<Awaited<ReturnType<typeof buildServer>>> {
  const { settings, intake, matching, behaviour, artifacts, metrics, logger, clock, wake } = parts;
  const { store, accounts } = intake;
  const { domainFor } = accounts;
  const checks = createCheckClient(checkScript);
  opened.defer(() => checks.close());
  const kept = { documents: store.keptDocuments, artifacts };
  const profiles = withoutFilesOfErased(openProfiles(parts), kept);
  const keep = openKeepDocument({ ...kept, clock }, accounts);
  const { documents, close: closeDocuments } = openDocuments(
    settings,
    { append: profiles.append, readSeeker: intake.profiles.readSeeker },
    keep,
  );
  opened.defer(closeDocuments);
  const learn = createLearnService({
    ...{ learning: store.learning, blocks: store.blocks, jobs: store.jobs, keys: store.accounts },
    ...{ domainFor, wake, clock },
  });
  const server = await buildServer({
    ...matching.services,
    ...behaviour.services,
    ...{ profiles, documents },
    domains: createDomainService({ accounts, checks, clock }),
    learn,
    messages: createMessageService({
      ...{ store, profiles, learn, domainFor, clock },
      appends: behaviour.services.datasetAppends,
      defaultDomain: (tenant) => accounts.defaultDomain(tenant),
      observe: metrics.observeMessages,
    }),
    listConnectors: (tenant) => listConnectors(store.connectors, tenant),
    statistics: createStatisticsService({
      ...{ statistics: store.statistics, exposure: store.exposure, domainFor, clock },
    }),
    jobs: createJobService({ jobs: store.jobs, kinds: taskKinds, wake, artifacts, clock }),
    artifacts: {
      ...artifacts,
      addressOf: settings.downloadRedirects === 'on' ? artifacts.addressOf : null,
    },
    mayBeSent: createMayBeSent(erasedFilesParts({ store, artifacts })),
    secrets: store.secrets,
    accounts,
    audit: store.audit,
    webhooks: openWebhooks(store, clock, wake),
    events: openEvents(store, clock),
    schemas: openSchemas(accounts, {
      models: matching.models,
      judge: { modelFor: intake.languageModels.of },
    }),
    idempotency: store.idempotency,
    metrics,
    people: (tenant, domain) => matching.indexes.rowsOf(tenant, domain),
    settingsInForce: settingsInForce(settings, parts.settingSources),
    system: systemSources(parts),
    readiness: () => (parts.isLeaving() ? leaving : readiness(store, matching.warming)),
    logger,
    limits: httpLimits(settings),
    console:
      settings.console === 'on'
        ? { folder: parts.consoleFolder, identityProvider: openIdentityProvider(settings, clock) }
        : null,
    publicUrl: settings.publicUrl,
    clock,
  });
  opened.defer(async () => {
    await server.close();
  });
  return server;
}

function openProfiles({ intake: { store, profiles }, matching: { indexes } }: ServerParts) {
  return refuseWhenFull(profiles, {
    assertRoom: () => indexes.assertRoom(),
    isKnown: async (tenant, domain, userId) => (await store.profiles.get(tenant, domain, userId)) !== null,
  });
}

function systemSources(parts: ServerParts): ServerDependencies['system'] {
  const { settings, matching, behaviour, clock } = parts;
  const { store, accounts } = parts.intake;
  return {
    indexes: matching.indexes,
    indexLimitBytes: indexMemoryBytes(settings),
    lastSequences: () => store.profiles.lastSequences(),
    tenantName: async (tenant) => (await accounts.tenant(tenantId(tenant)))?.name ?? null,
    encoders: () => describeEncoders(store.encoders),
    jobs: () => countJobs(store.jobs, clock()),
    models: () => behaviour.modelStats(),
    startedAtMs: clock(),
  };
}

const leaving = { ready: false, reason: 'the server is stopping; use another one' } as const;

async function readiness(
  store: Store,
  warming: Warming,
): Promise<Awaited<ReturnType<ServerDependencies['readiness']>>> {
  if (!(await store.ping())) return { ready: false, reason: 'the store does not answer' };
  if (!warming.isDone()) return { ready: false, reason: 'candidate indexes are being read' };
  return { ready: true, reason: null, encoder: await describeEncoders(store.encoders) };
}

function httpLimits(settings: Settings): HttpLimits {
  return {
    bodyBytes: settings.bodyLimitBytes,
    documentBytes: settings.documentBytes,
    linesPerBody: MAX_LINES_PER_BODY,
    inFlight: settings.maxInFlight,
    openBodies: settings.maxOpenBodies,
    bodiesPerKey: settings.bodiesPerKey,
    minBytesPerSecond: settings.bodyMinRate,
    graceMs: settings.bodyGraceSeconds * SECOND_MS,
    answerStallMs: settings.answerStallSeconds * SECOND_MS,
    slowRequestMs: settings.slowRequestMs,
  };
}

const unfinished = ['queued', 'running'] as const;

/** The jobs that have not ended, by kind. */
export async function countJobs(jobs: JobStore, now: number) {
  return (await jobs.statistics(now, unfinished)).map(({ oldestDueMs, ...counted }) => ({
    ...counted,
    oldestDueAgeMs: oldestDueMs === null ? null : now - oldestDueMs,
  }));
}

/** The whole service; training runs execute in this process, with the tasks of the worker. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { composeService } from '../../../src/composition/compose-service.ts';
import { openArtifacts } from '../../../src/composition/open-artifacts.ts';
import { openTasks } from '../../../src/composition/open-tasks.ts';
import type { TenantId } from '../../../src/contract/brands.ts';
import type { Tier } from '../../../src/contract/tier.ts';
import { shippedDomain } from '../../../src/domains/shipped-domains.ts';
import { createRunMaker, TRAINING_RUN } from '../../../src/matching/learn/runs/run-maker.ts';
import { createSourcesFor } from '../../../src/matching/learn/runs/run-sources.ts';
import {
  startGeneralTraining,
  startSharedTraining,
} from '../../../src/matching/learn/runs/start-shared-training.ts';
import { startTraining } from '../../../src/matching/learn/runs/start-training.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { runJob } from '../../../src/platform/jobs/running-job.ts';
import { openKafkaProducers } from '../../../src/platform/outbound/kafka/kafka-producers.ts';
import type { TrainingRun } from '../../../src/platform/storage/learning-store.ts';
import { writeMigratedDatabase } from '../../../src/platform/storage/testing/migrated-database.ts';
import { temporaryFolder } from '../../running-service.ts';

export interface Workspace {
  readonly tenantId: TenantId;
  /** The answer's body; anything but a 2xx fails the test. */
  // biome-ignore lint/suspicious/noExplicitAny: every test says what it expects of the answer
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<any>;
}

export type TrainingService = Awaited<ReturnType<typeof openTrainingService>>;

export async function openTrainingService() {
  const folder = temporaryFolder();
  const settings = readSettings({}, ['--data', folder.path, '--port', '0']);
  await writeMigratedDatabase(join(folder.path, 'counterpart.sqlite'));
  const service = await composeService(settings, createLogger('silent'));
  const { store, accounts, encoders, server } = service;
  const training = openTasks({
    settings,
    store,
    accounts,
    artifacts: openArtifacts(settings),
    encoders: async () => encoders,
    producers: openKafkaProducers(),
    clock: Date.now,
    onError: (_, error) => {
      throw error;
    },
    onNotice: () => {},
  }).find(({ kind }) => kind === TRAINING_RUN)!;
  let workspaces = 0;
  return {
    ...service,

    async workspace(domain: string): Promise<Workspace> {
      const name = `workspace-${++workspaces}`;
      const { tenantId } = await accounts.createTenant({
        name,
        domains: [domain],
        email: 'ops@example.com',
      });
      // Runs start when a test asks for them.
      await accounts.setThreshold(tenantId, domain, 1_000_000);
      const { key } = await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
      return {
        tenantId,
        async call(method, path, body) {
          const headers = { authorization: `Bearer ${key}` };
          const answer = await server.inject({ method, url: `/v1/${path}`, headers, payload: body! });
          expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
          return answer.json();
        },
      };
    },

    /** Starts a run for the workspace, or for a tier to which only it contributes. */
    async startRun({ tenantId }: Workspace, domain: string, tier: Tier): Promise<TrainingRun> {
      const makeRun = createRunMaker(store.learning, Date.now);
      if (tier === 'tenant') {
        const active = await accounts.domainFor(tenantId, domain);
        const deps = { learning: store.learning, makeRun, wake: () => {} };
        return (await startTraining(deps, tenantId, active, { force: true, minTriplets: undefined })).run;
      }
      for (const other of await accounts.listTenants())
        await accounts.setSharing(other.tenantId, other.tenantId === tenantId);
      const { domainFor, listTenants } = accounts;
      const sourcesFor = createSourcesFor({ domainFor, listTenants, shippedDomain });
      const deps = { learning: store.learning, makeRun, wake: () => {}, sourcesFor };
      return tier === 'domain' ? startSharedTraining(deps, domain) : startGeneralTraining(deps, [domain]);
    },

    /** Does the run that waits, as the worker does; what made it fail is given to the test. */
    async carryOutRun(): Promise<readonly unknown[]> {
      const { jobs } = store;
      const { taken } = await jobs.take('test', {
        limits: { [TRAINING_RUN]: 1 },
        limit: 1,
        nowMs: Date.now(),
        leaseMs: 600_000,
      });
      const faults: unknown[] = [];
      const { ended } = runJob(
        {
          jobs,
          owner: 'test',
          task: training,
          clock: Date.now,
          runInProcess: (_, context) => training.run(context),
          onError: (_, error) => faults.push(error),
        },
        taken[0]!,
      );
      await ended;
      return faults;
    },

    async close(): Promise<void> {
      await service.close();
      folder.remove();
    },
  };
}

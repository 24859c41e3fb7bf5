/** A whole service in this process with an operator's settings, for tests of what the settings change. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { composeService, type Service, type Surroundings } from '../../../src/composition/compose-service.ts';
import { openTaskParts } from '../../../src/composition/open-task-parts.ts';
import { openTasks } from '../../../src/composition/open-tasks.ts';
import type { Job } from '../../../src/contract/job.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import type { Settings } from '../../../src/platform/config/settings.ts';
import { startJobRunner } from '../../../src/platform/jobs/job-runner.ts';
import { writeMigratedDatabase } from '../../../src/platform/storage/testing/migrated-database.ts';
import {
  inDatabase,
  TEMPLATE,
  withDatabase,
} from '../../../src/platform/storage/testing/postgres-under-test.ts';
import { temporaryFolder } from '../../running-service.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  readonly body: any;
}

export interface ComposedService extends Service {
  readonly settings: Settings;
  readonly folder: string;
  readonly key: string;
  port(): Promise<number>;
  newKey(): Promise<string>;
  /** `as`: default `key`. */
  send(path: string, body?: object, idempotencyKey?: string, as?: string): Promise<Answer>;
  /** Runs the queue in this thread until the job has ended. */
  ended(jobId: string, changes?: Partial<Settings>): Promise<Job>;
  /** Runs the queue until `isDone`. */
  working(isDone: () => Promise<boolean>, changes?: Partial<Settings>): Promise<void>;
  stop(): Promise<void>;
}

/** Does the jobs of the data folder in this thread, until the returned function is called. */
export async function startJobsHere(settings: Settings): Promise<() => Promise<void>> {
  const parts = await openTaskParts(settings, { onError: () => {}, onNotice: () => {} });
  const tasks = openTasks(parts);
  const runner = startJobRunner({
    jobs: parts.store.jobs,
    tasks,
    owner: randomUUID(),
    clock: Date.now,
    runInProcess: ({ kind }, context) => tasks.find((task) => task.kind === kind)!.run(context),
    onEnded: () => {},
    onError: () => {},
    // No request wakes it.
    times: { leaseMs: 60_000, heartbeatMs: 500, lookEveryMs: 50 },
  });
  return async () => {
    await runner.stop(5000);
    await parts.close();
  };
}

/** With `npm run test:postgres` the services of some tests have a PostgreSQL database each. */
async function ownDatabase() {
  const { COUNTERPART_TEST_SERVICE_ON_POSTGRES, COUNTERPART_TEST_POSTGRES_URL: cluster } = process.env;
  if (COUNTERPART_TEST_SERVICE_ON_POSTGRES !== '1' || cluster === undefined)
    return { flags: {}, drop: async () => undefined };
  const name = `composed_${randomUUID().replaceAll('-', '')}`;
  await inDatabase(cluster, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  return {
    flags: { '--database-url': withDatabase(cluster, name) },
    drop: () => inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

/**
 * `given`: flags and their values. `changes` replace settings after reading, for values that no flag takes.
 */
export async function composed(
  given: Readonly<Record<string, string>> = {},
  changes: Partial<Settings> = {},
  {
    logger = createLogger('silent'),
    tenant = 'main',
    ...around
  }: Partial<Surroundings & { readonly logger: Logger; readonly tenant: string }> = {},
): Promise<ComposedService> {
  const folder = temporaryFolder();
  const database = await ownDatabase();
  const argv = Object.entries({ '--data': folder.path, ...database.flags, ...given }).flat();
  const settings: Settings = { ...readSettings({}, argv), ...changes };
  if (settings.databaseUrl === null) await writeMigratedDatabase(join(folder.path, 'counterpart.sqlite'));
  const service = await composeService(settings, logger, around);
  const { tenantId } = await service.accounts.createTenant({
    name: tenant,
    domains: ['dating'],
    email: 'ops@example.com',
  });
  const newKey = async () =>
    (await service.accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 })).key;
  const key = await newKey();
  let port: number | undefined;

  async function send(path: string, body?: object, idempotencyKey?: string, as = key): Promise<Answer> {
    const answer = await service.server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path.startsWith('/') ? path : `/v1/${path}`,
      headers: {
        authorization: `Bearer ${as}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { payload: body }),
    });
    const { statusCode: status, headers, body: text } = answer;
    return {
      status,
      headers,
      text,
      body: /json/.test(String(headers['content-type'])) ? JSON.parse(text) : null,
    };
  }

  async function working(isDone: () => Promise<boolean>, other: Partial<Settings> = {}): Promise<void> {
    const stopJobs = await startJobsHere({ ...settings, ...other });
    try {
      while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await stopJobs();
    }
  }

  return {
    ...service,
    settings,
    folder: folder.path,
    key,
    newKey,
    send,
    working,
    port: async () => {
      if (port !== undefined) return port;
      await service.server.listen({ host: '127.0.0.1', port: 0 });
      port = (service.server.server.address() as AddressInfo).port;
      return port;
    },
    ended: async (jobId, other) => {
      let job: Job | undefined;
      await working(async () => {
        job = (await send(`jobs/${jobId}`)).body as Job;
        return !['queued', 'running'].includes(job.status);
      }, other);
      return job!;
    },
    stop: async () => {
      await service.close();
      folder.remove();
      await database.drop();
    },
  };
}

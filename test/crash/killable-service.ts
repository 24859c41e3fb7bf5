/**
 * A service of one tenant on a data folder, for a test file that kills it with all its processes and starts
 * it again.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

export function killableService(domain = 'dating') {
  const folder = temporaryFolder();
  let key: string;
  let service: RunningService | undefined;

  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'main', domain);
  }, 60_000);
  afterEach(() => kill());
  afterAll(() => folder.remove());

  /** Does nothing while it runs. */
  async function start(): Promise<void> {
    service ??= await startService(folder.path, [], { group: true });
  }

  async function kill(): Promise<void> {
    if (service === undefined) return;
    const { process: child } = service;
    service = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    process.kill(-child.pid!, 'SIGKILL');
    await exit;
  }

  /**
   * `body`: an object as JSON, a string as lines of JSON. `method`: POST with a body, else GET. Throws unless
   * the answer is 2xx.
   */
  async function send(path: string, body?: object | string, idempotencyKey?: string, method?: 'DELETE') {
    const isLines = typeof body === 'string';
    const answer = await fetch(`${service!.url}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: isLines ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return isLines ? text : JSON.parse(text);
  }

  async function until(jobId: string, holds: (job: Job) => boolean): Promise<Job> {
    for (;;) {
      const job: Job = await send(`/jobs/${jobId}`);
      if (holds(job)) return job;
      if (job.status === 'failed') throw new Error(JSON.stringify(job.error));
      await sleep(20);
    }
  }

  return { start, kill, send, until, url: () => service!.url, folder: folder.path };
}

export const isDone = ({ status }: Job) => status === 'succeeded';

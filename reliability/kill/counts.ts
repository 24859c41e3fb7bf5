/**
 * After the last restart: every job ends, each answer counts once in the statistics, and the index has as
 * many people as the store.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { type Ledger, read } from './ledger.ts';
import { basePerson } from './work/work.ts';

const JOBS_WITHIN_MS = 300_000;
const COUNTED_WITHIN_MS = 60_000;
const POLL_MS = 300;

export async function countFaults(client: Client, ledger: Ledger, data: string): Promise<readonly string[]> {
  return [
    ...(await outcomeFaults(client, ledger)),
    ...(await indexFaults(client, data)),
    ...(await jobFaults(client)),
    ...(await matchFaults(client, ledger, data)),
  ];
}

/** Pairs are decided once, and all facts are settled by now. */
export async function outcomeFaults(client: Client, ledger: Ledger): Promise<readonly string[]> {
  const { data } = await read(client, '/statistics/outcomes?domain=dating');
  const counted = data
    .flatMap(({ labels }: { labels: Record<string, { outcomes: number }> }) => Object.values(labels))
    .reduce((sum: number, { outcomes }: { outcomes: number }) => sum + outcomes, 0);
  const { sure } = ledger.held('outcomes:');
  return counted === sure ? [] : [`${counted} outcomes are counted, and ${sure} are there`];
}

/**
 * An answer without a receiver may have been recorded. Matches are counted some seconds after their answers.
 */
async function matchFaults(client: Client, ledger: Ledger, folder: string): Promise<readonly string[]> {
  const { acknowledged = 0, unanswered = 0 } = ledger.counts.get('matches') ?? {};
  const endMs = performance.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const { data } = await read(client, '/statistics/matches?domain=dating');
    const counted = data.reduce((sum: number, { matches }: { matches: number }) => sum + matches, 0);
    if (counted > acknowledged + unanswered)
      return [`${counted} matches are counted; ${acknowledged} were answered, ${unanswered} had no answer`];
    if (counted >= acknowledged) return [];
    if (performance.now() > endMs)
      return [`only ${counted} of ${acknowledged} matches are counted; ${countingJob(folder)}`];
    await sleep(POLL_MS);
  }
}

function countingJob(data: string): string {
  const [job] = rowsIn(data, `select status, takes, due_ms from jobs where kind = 'count_shown'`);
  return `the job that counts: ${JSON.stringify(job ?? null)} at ${Date.now()}`;
}

async function indexFaults(client: Client, data: string): Promise<readonly string[]> {
  const asked = { user_id: basePerson(0), domain: 'dating', record: false };
  for (;;) {
    const { status, body, text } = await client.send('POST', '/match', asked);
    if (status === 200) {
      const indexed = body.pipeline_stats.total + 1;
      const stored = peopleIn(data);
      return indexed === stored ? [] : [`the index has ${indexed} people, and the store ${stored}`];
    }
    if (status !== 503) return [`match: ${status} ${text}`];
    await sleep(POLL_MS);
  }
}

function peopleIn(data: string): number {
  const [row] = rowsIn(data, "select count(*) as people from profiles where domain = 'dating'");
  return Number(row!.people);
}

function rowsIn(data: string, query: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new DatabaseSync(join(data, 'counterpart.sqlite'), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** A job that died three times has failed; no other one may have. */
async function jobFaults(client: Client): Promise<readonly string[]> {
  return (await failuresOfJobs(client)).filter((failure) => !/every time its process ended/.test(failure));
}

/**
 * Waits until all jobs have ended. A sentence for each one that failed, or for all where none ended for a
 * while.
 */
export async function failuresOfJobs(client: Client): Promise<readonly string[]> {
  let [least, endMs] = [Number.POSITIVE_INFINITY, 0];
  for (;;) {
    const waiting = (await countJobs(client, 'queued')) + (await countJobs(client, 'running'));
    if (waiting === 0) break;
    if (waiting < least) [least, endMs] = [waiting, performance.now() + JOBS_WITHIN_MS];
    if (performance.now() > endMs)
      return [`${waiting} jobs wait, and none ended for ${JOBS_WITHIN_MS / 60_000} minutes`];
    await sleep(POLL_MS);
  }
  const { data } = await read(client, '/jobs?status=failed&limit=100');
  return data.map(
    ({ id, kind, error }: { id: string; kind: string; error: object }) =>
      `${kind} ${id}: ${JSON.stringify(error)}`,
  );
}

/** A long run leaves hundreds of jobs. */
async function countJobs(client: Client, status: 'queued' | 'running'): Promise<number> {
  let [count, cursor] = [0, ''];
  for (;;) {
    const { data, next_cursor } = await read(client, `/jobs?status=${status}&limit=100${cursor}`);
    count += data.length;
    if (next_cursor === null) return count;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
}

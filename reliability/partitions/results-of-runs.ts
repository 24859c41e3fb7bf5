/**
 * Checks after the last fault. Every training run has ended well, and no triplet waits any more. The model of
 * the run that was deployed last serves at every server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../kill/client.ts';
import { read } from '../kill/ledger.ts';
import { basePerson } from '../kill/work/work.ts';
import { pages } from './pages.ts';

const POLL_MS = 200;
const ENDED_WITHIN_MS = 120_000;

interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly version: string | null;
  readonly finished_at: string | null;
  readonly in_force: boolean;
  readonly terms?: readonly object[];
}

export interface ResultsOfRuns {
  readonly byStatus: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

export async function resultsOfRuns(servers: readonly Client[]): Promise<ResultsOfRuns> {
  const [client] = servers;
  const late = await trainTheRest(client!);
  const runs = await pages<Run>(client!, '/train/runs?domain=dating');
  const broken = runs.filter(({ status }) => status !== 'deployed' && status !== 'rejected');
  const faults = broken.map(({ run_id, status, reason }) => `the run ${run_id} is ${status}: ${reason}`);
  const byStatus = Map.groupBy(runs, ({ status }) => status);
  return {
    byStatus: new Map([...byStatus].map(([status, { length }]) => [status, length])),
    faults: [...late, ...faults, ...(await servingFaults(servers, runs))],
  };
}

/** Until no triplet waits. */
async function trainTheRest(client: Client): Promise<readonly string[]> {
  for (;;) {
    const { status, body, text } = await client.send('POST', '/train', { domain: 'dating', force: true });
    if (status === 409 && body.error.code === 'below_threshold') return [];
    if (status !== 202) return [`the last run: ${status} ${text.slice(0, 200)}`];
    const endMs = performance.now() + ENDED_WITHIN_MS;
    while ((await runOf(client, body.run_id)).finished_at === null) {
      if (performance.now() > endMs) return [`the run ${body.run_id} has not ended`];
      await sleep(POLL_MS);
    }
  }
}

const runOf = (client: Client, runId: string): Promise<Run> => read(client, `/train/runs/${runId}`);

async function servingFaults(servers: readonly Client[], runs: readonly Run[]): Promise<readonly string[]> {
  const deployed = runs.filter(({ status }) => status === 'deployed');
  const last = deployed.sort((a, b) => (a.finished_at! < b.finished_at! ? 1 : -1))[0];
  if (last === undefined) return [`no run was deployed; the last one: ${runs[0]?.reason}`];
  const inForce = runs.filter((run) => run.in_force).map(({ run_id }) => run_id);
  const faults =
    inForce.length === 1 && inForce[0] === last.run_id
      ? []
      : [`in force: ${inForce.join(', ')} instead of ${last.run_id}`];
  if ((await runOf(servers[0]!, last.run_id)).terms === undefined)
    faults.push(`the model of ${last.run_id} cannot be read`);
  for (const [n, server] of servers.entries()) {
    const serving = await rankedBy(server);
    if (serving !== last.version) faults.push(`server ${n} ranks by ${serving} instead of ${last.version}`);
  }
  return faults;
}

/** The version of the ranking model that a match uses. */
async function rankedBy(server: Client): Promise<string> {
  for (;;) {
    const asked = { user_id: basePerson(0), domain: 'dating', record: false };
    const { status, body, text } = await server.send('POST', '/match', asked);
    if (status === 200) return body.models_used.light_ml?.version ?? 'none';
    if (status !== 503) return `${status} ${text.slice(0, 200)}`;
    await sleep(POLL_MS);
  }
}

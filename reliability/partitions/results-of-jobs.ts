/**
 * Checks after the last fault. Every job has ended well and its result is there, and a request has made one
 * result. The events of the dataset are the acknowledged ones, each once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { smallDataset } from '../../test/support/small-dataset.ts';
import type { Client } from '../kill/client.ts';
import { failuresOfJobs } from '../kill/counts.ts';
import { type Ledger, read } from '../kill/ledger.ts';
import { pages } from './pages.ts';

const POLL_MS = 100;

interface EndedJob {
  readonly id: string;
  readonly kind: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly result: { readonly download_url?: string } | null;
}

export interface ResultsOfJobs {
  readonly succeeded: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

export async function resultsOfJobs(client: Client, ledger: Ledger, dataset: string): Promise<ResultsOfJobs> {
  const failures = await failuresOfJobs(client);
  const jobs = await pages<EndedJob>(client, '/jobs?status=succeeded');
  const faults = [...failures];
  for (const job of jobs) faults.push(...(await resultFaults(client, job)));
  faults.push(
    ...(await doubled(client, '/datasets', 'imported-')),
    ...(await doubled(client, '/models', 'model-')),
    ...(await doubled(client, '/tokenizers', 'tokenizer-')),
  );
  faults.push(...(await eventFaults(client, ledger, dataset)));
  const byKind = Map.groupBy(jobs, ({ kind }) => kind);
  return { succeeded: new Map([...byKind].map(([kind, { length }]) => [kind, length])), faults };
}

async function resultFaults(client: Client, job: EndedJob): Promise<readonly string[]> {
  const found = await (inAFile.has(job.kind) ? linesOf(client, job) : resourceOf(client, job));
  return found === null ? [] : [`${job.kind} ${job.id} has succeeded, and ${found}`];
}

/** Kinds whose result is a file, with the least number of its lines. */
const inAFile: ReadonlyMap<string, number> = new Map([
  ['dataset_export', smallDataset.events.length + 1],
  ['match_batch', 2],
]);

async function linesOf(client: Client, { kind, result }: EndedJob): Promise<string | null> {
  const url = result?.download_url;
  if (url === undefined) return 'has no file';
  const { pathname, search } = new URL(url);
  const { status, text } = await client.send('GET', pathname.replace(/^\/v1/, '') + search);
  const lines = text.split('\n').filter((line) => line !== '').length;
  return status === 200 && lines >= inAFile.get(kind)! ? null : `its file is ${status}, ${lines} lines`;
}

async function resourceOf(client: Client, { kind, resource }: EndedJob): Promise<string | null> {
  const found = await read(client, `/${resource.type}s/${resource.id}`);
  if (found === null) return `there is no ${resource.type} ${resource.id}`;
  if (!kind.startsWith('dataset_'))
    return ['ready', 'succeeded', undefined].includes(found.status)
      ? null
      : `the ${resource.type} is ${found.status}`;
  const { item_count: items, event_count: events } = found;
  const isWhole = items === smallDataset.items.length && events >= smallDataset.events.length;
  return isWhole ? null : `the dataset has ${items} items and ${events} events`;
}

/** Each request has a name of its own. */
async function doubled(client: Client, path: string, prefix: string): Promise<readonly string[]> {
  const all = await pages<{ readonly name: string }>(client, path);
  const named = Map.groupBy(all, ({ name }) => name);
  return [...named].flatMap(([name, { length }]) =>
    name.startsWith(prefix) && length > 1 ? [`${length} results are named ${name}`] : [],
  );
}

/** A last cut has all events. One without an answer may be there or not. */
async function eventFaults(client: Client, ledger: Ledger, dataset: string): Promise<readonly string[]> {
  const { status, body, text } = await client.send(
    'POST',
    `/datasets/${dataset}/snapshots`,
    {},
    'the-last-cut',
  );
  // Nothing waits.
  const newest = status === 202 ? await cut(client, body.id) : await newestOf(client);
  if (newest === null) return [`the last cut: ${status} ${text.slice(0, 200)}`];
  const { sure } = ledger.held('appends:');
  const { unanswered = 0 } = ledger.counts.get('appends') ?? {};
  const appended = newest.event_count - smallDataset.events.length;
  return appended >= sure && appended <= sure + unanswered
    ? []
    : [
        `the last version has ${appended} appended events; ${sure} were acknowledged, ${unanswered} had no answer`,
      ];
}

interface Version {
  readonly name: string;
  /** As `v3`. */
  readonly version: string;
  readonly event_count: number;
}

async function cut(client: Client, jobId: string): Promise<Version | null> {
  for (;;) {
    const job = await read(client, `/jobs/${jobId}`);
    if (job.status === 'succeeded') return read(client, `/datasets/${job.resource.id}`);
    if (job.status === 'failed') return null;
    await sleep(POLL_MS);
  }
}

/** The list is in the order of requests, and a version has its number from its cut. */
async function newestOf(client: Client): Promise<Version | null> {
  const all = await pages<Version>(client, '/datasets');
  const number = ({ version }: Version) => Number(version.slice(1));
  return all.filter(({ name }) => name === 'base').sort((a, b) => number(b) - number(a))[0] ?? null;
}

/**
 * The task over stub matches: the matches that are answered again, the errors that end the job, and the same
 * end after every attempt.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { apiError, retryLater } from '../../../contract/errors.ts';
import type { MadeFile } from '../../../contract/job.ts';
import type { MatchResult } from '../../../contract/match.ts';
import { MatchBatchRequest } from '../../../contract/match-batch.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import { openFileArtifactStore } from '../../../platform/artifacts/files/file-artifact-store.ts';
import { stageJson } from '../../../platform/artifacts/stage-json.ts';
import { tidyingStaged } from '../../../platform/jobs/staged-files.ts';
import type { TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { BatchedMatch, MatchService } from '../match-service.ts';
import { miniDating, resolvePlace } from '../testing/match-world.ts';
import { keepMatchBatches } from './keep-match-batches.ts';
import { createMatchBatchTask } from './match-batch-task.ts';

const TENANT = tenantId('ten_a');
const CREATED_AT = '2026-03-01T12:34:56.000Z';
const folder = mkdtempSync(join(tmpdir(), 'counterpart-match-batches-'));
const artifacts = openFileArtifactStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const people = Array.from({ length: 25 }, (_, n) => `p${n}`);
type Match = MatchService['match'];

/** Each seeker's match is the next one of the row. */
const neighbour: Match = async (_tenant, { user_id }, _signal, batched) => {
  const next = people[(people.indexOf(user_id) + 1) % people.length]!;
  const other = people[(people.indexOf(user_id) + 2) % people.length]!;
  const result = {
    ...{ match_id: batched!.matchId, degraded: [], pipeline_stats: { total: 24 }, models_used: {} },
    matches: [
      { user_id: next, score: 0.75 },
      { user_id: other, score: 0.5 },
    ],
  } as unknown as MatchResult;
  return { result, times: {} };
};

interface World {
  readonly match?: Match;
  readonly erased?: readonly string[];
  readonly checkpoint?: unknown;
  /** The attempt is ended after so many checkpoints, as a kill would. */
  readonly stopAfter?: number;
  /** Users of the domain. */
  readonly users?: readonly string[];
}

async function attempt(jobId: string, body: object, world: World = {}) {
  const key = artifactKey(TENANT, 'staging', jobId, 'request.json');
  if ((await artifacts.stat(key)) === null)
    await stageJson(artifacts, key, MatchBatchRequest.parse({ domain: miniDating.domain, ...body }));
  const stop = new AbortController();
  const checkpoints: unknown[] = [];
  const context = {
    job: {
      ...{ jobId, tenantId: TENANT, createdAt: CREATED_AT, resource: { type: 'domain', id: 'dating' } },
      ...{ input: { key }, checkpoint: world.checkpoint ?? null },
    },
    signal: stop.signal,
    progress() {},
    checkpoint: async (state: unknown) => {
      checkpoints.push(structuredClone(state));
      if (checkpoints.length === world.stopAfter) stop.abort('lost');
    },
  } as unknown as TaskContext;
  const rowOf = (userId: string) => {
    return { row: { userId, fields: {}, derived: {}, places: {}, updatedAt: CREATED_AT } };
  };
  const task = createMatchBatchTask({
    artifacts,
    resolvePlace,
    clock: () => Date.parse(CREATED_AT),
    chunkSeekers: 10,
    match: { match: world.match ?? neighbour },
    domainFor: async () => ({ definition: miniDating, labels: {}, threshold: 1000 }),
    servingEncoder: async () => 'none',
    openRows: () => Promise.reject(new Error('there is no file')),
    store: {
      fileErasures: { erased: async () => world.erased ?? [] },
      profiles: {
        async *scanIndexed() {
          yield (world.users ?? people).map(rowOf);
        },
      },
    } as never,
  });
  const ended = await task.run(context).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  return { ...ended, checkpoints, tidy: () => tidyingStaged(task, artifacts).tidy!(context.job) };
}

async function textOf({ result }: TaskResult): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of artifacts.read((result as unknown as MadeFile).file.key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function whole(jobId: string, body: object, world?: World) {
  const made = await attempt(jobId, body, world);
  if (!('result' in made)) throw made.error;
  return { ...made.result, lines: (await textOf(made.result)).split('\n').slice(0, -1) };
}
const userOf = (line: string) => JSON.parse(line).user_id as string;

test.each(['jsonl', 'parquet'])('an interrupted batch ends with the same bytes, as %s', async (format) => {
  for (const body of [
    { output_format: format, record: true },
    { output_format: format, user_ids: people },
  ]) {
    const id = `job_${format}${'user_ids' in body ? 1 : 2}`;
    const undisturbed = await attempt(`${id}`, body);
    if (!('result' in undisturbed)) throw undisturbed.error;
    const stopped = await attempt(`${id}`, body, { stopAfter: 2 });
    expect('error' in stopped && stopped.error).toBeDefined();
    const asked: string[] = [];
    const again = await attempt(`${id}`, body, {
      checkpoint: stopped.checkpoints.at(-1),
      // People who came or went meanwhile change no place.
      users: ['new', ...people.slice(5)],
      match: (...given) => {
        asked.push(given[1].user_id);
        return neighbour(...given);
      },
    });
    if (!('result' in again)) throw again.error;
    const [first, last] = [undisturbed.result, again.result].map(
      ({ result }) => (result as unknown as MadeFile).file,
    );
    expect(last!.sha256).toBe(first!.sha256);
    expect(again.result.result).toMatchObject({ people: 25, failed: 0 });
    expect(asked.length).toBeLessThan(25);
  }
});

test('every match is for the moment of the request, with an id of its place', async () => {
  const given: BatchedMatch[] = [];
  const { lines } = await whole(
    'job_01kaaaaaaaaaaaaaaaaaaaaaaa',
    { user_ids: ['p1', 'p2'], record: true },
    { match: (...asked) => neighbour(...asked).finally(() => given.push(asked[3]!)) },
  );
  expect(given.map(({ nowMs }) => nowMs)).toEqual([Date.parse(CREATED_AT), Date.parse(CREATED_AT)]);
  const ids = lines.map((line) => JSON.parse(line).match_id);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^match_01kaaaaaaa[0-9a-hjkmnp-tv-z]{16}$/);
});

test('what passes is tried again, and what is about the seeker is its line', async () => {
  const tries = new Map<string, number>();
  const { lines, result } = await whole(
    'job_retry',
    { user_ids: ['p1', 'p2', 'p3'] },
    {
      match: async (...asked) => {
        const { user_id } = asked[1];
        tries.set(user_id, (tries.get(user_id) ?? 0) + 1);
        if (user_id === 'p1' && tries.get('p1')! < 3) throw retryLater('warming_up', 'being built', 1);
        if (user_id === 'p2') throw apiError('location_unknown', 'no place', { fields: [] });
        return neighbour(...asked);
      },
    },
  );
  expect(tries.get('p1')).toBe(3);
  expect(result).toMatchObject({ people: 3, failed: 1 });
  expect(lines.map((line) => JSON.parse(line).error?.code)).toEqual([
    undefined,
    'location_unknown',
    undefined,
  ]);
});

test('any other error ends the job; its request stays for the next attempt until the job has ended', async () => {
  const ended = await attempt(
    'job_fails',
    { user_ids: ['p1'] },
    { match: async () => Promise.reject(apiError('forbidden', 'switched off', {})) },
  );
  expect(ended).toMatchObject({ error: { code: 'forbidden' } });
  const staged = artifactKey(TENANT, 'staging', 'job_fails', 'request.json');
  expect(await artifacts.stat(staged)).not.toBeNull();
  await ended.tidy();
  expect(await artifacts.stat(staged)).toBeNull();
});

test('people erased meanwhile are left out, and the marks settled with the end of the job', async () => {
  const erased = ['p3', 'p7'];
  const all = await whole('job_erased_all', {}, { erased });
  expect(all.lines.map(userOf)).toEqual(people.filter((name) => !erased.includes(name)));
  expect(all.lines.join('')).not.toMatch(/"p[37]"/);
  expect(all.result).toMatchObject({ people: 23, failed: 0 });
  expect(JSON.parse(all.lines[2]!).matches).toEqual([{ user_id: 'p4', score: 0.5 }]);
  expect(all.changes).toEqual([{ name: 'settleErasures', args: [TENANT, 'job_erased_all', erased] }]);
  const given = await whole('job_erased_given', { user_ids: ['p3', 'p9'] }, { erased });
  expect(given.result).toMatchObject({ people: 2, failed: 1 });
  expect(given.lines.map((line) => JSON.parse(line))).toEqual([
    { row: 1, error: { code: 'user_not_found', message: 'The user was erased while the batch ran.' } },
    { row: 2, user_id: 'p9', matches: expect.any(Array) },
  ]);
});

test('ended batches: files that name the erased, of failed jobs and expired ones', async () => {
  const files: Record<string, MadeFile['file']> = {};
  for (const [jobId, body] of [
    ['job_named', { user_ids: ['p1'] }],
    ['job_columns', { user_ids: ['p1'], output_format: 'parquet' }],
    ['job_unnamed', { user_ids: ['p9'] }],
    ['job_columns_unnamed', { user_ids: ['p9'], output_format: 'parquet' }],
    ['job_old', { user_ids: ['p9'] }],
  ] as const) {
    const made = await attempt(jobId, body);
    if (!('result' in made)) throw made.error;
    ({ file: files[jobId] } = made.result.result as unknown as MadeFile);
  }
  const [settled, forgotten]: string[][] = [[], []];
  const succeeded = (jobId: string, expiresInMs: number) => ({
    ...{ status: 'succeeded', finishedAt: CREATED_AT },
    result: { file: { ...files[jobId], expires_at_ms: Date.parse(CREATED_AT) + expiresInMs } },
  });
  const batchOf = (jobId: string, job: object | null, erased: readonly string[] = []) => {
    return { tenantId: TENANT, jobId, erased, job };
  };
  await keepMatchBatches(
    {
      artifacts,
      clock: () => Date.parse(CREATED_AT),
      files: { settle: async (_, jobId) => void settled!.push(jobId) },
      batches: {
        list: async () =>
          [
            // p2 is the candidate of p1.
            batchOf('job_named', succeeded('job_named', 1), ['p2']),
            batchOf('job_columns', succeeded('job_columns', 1), ['p2']),
            batchOf('job_unnamed', succeeded('job_unnamed', 1), ['p2']),
            batchOf('job_columns_unnamed', succeeded('job_columns_unnamed', 1), ['p2']),
            batchOf('job_old', succeeded('job_old', -3_600_000)),
            batchOf('job_failed', { status: 'failed' }),
            batchOf('job_gone', null),
            batchOf('job_running', { status: 'running' }, ['p2']),
          ] as never,
        forget: async (_, jobId) => void forgotten!.push(jobId),
      },
    },
    new AbortController().signal,
  );
  expect(settled).toEqual(['job_unnamed', 'job_columns_unnamed']);
  expect(forgotten).toEqual(['job_named', 'job_columns', 'job_old', 'job_failed', 'job_gone']);
  const kept = await Promise.all(Object.values(files).map(({ key }) => artifacts.stat(key)));
  expect(kept.map((found) => found !== null)).toEqual([false, false, true, true, false]);
});

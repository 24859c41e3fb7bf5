/**
 * An adaptation that is killed with all its processes resumes and has its effects once. It gives the same
 * model, byte for byte, as an undisturbed one. With `COUNTERPART_KILL_MOMENTS` it is also killed in its first
 * fit; each lost lease then costs ten seconds of waiting.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const folder = temporaryFolder();
let key: string;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => killAll());
afterAll(() => folder.remove());

const stages = [
  ...(process.env.COUNTERPART_KILL_MOMENTS === undefined ? [] : ['choosing the number of epochs']),
  'training on everything',
];

/**
 * Slow enough to be killed during a fit. The learning rate is so low that the last epoch is the best, so the
 * fit of the serving model has as many epochs.
 */
const settings = {
  width: 16,
  blocks: 1,
  heads: 2,
  history_length: 8,
  batch_events: 64,
  epochs: 24,
  patience: 24,
  learning_rate: 0.00015,
  evaluation: 'brief',
};

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'an adaptation killed during training ends as an undisturbed one',
  { timeout: 180_000 },
  async () => {
    service = await startService(folder.path, [], { group: true });
    const dataset_id = await importSet();
    const asked = { dataset_id, name: 'next', settings };
    const killed = await post('/v1/adaptations', asked, 'adaptation 1');
    for (const stage of stages) {
      await expect
        .poll(async () => (await job(killed.id)).detail, { timeout: 60_000, interval: 20 })
        .toMatchObject({ stage, epoch: expect.toSatisfy((epoch: number) => epoch >= 3) });
      const { chosen } = checkpointOf(killed.id);
      if (stage === 'training on everything') evaluatedIn = chosen!.minutes;
      await killAll();
      service = await startService(folder.path, [], { group: true });
    }
    await expect.poll(async () => (await job(killed.id)).status, { timeout: 90_000 }).toBe('succeeded');
    // Finished steps were not repeated.
    expect(chosenIn(killed.resource.id)).toBe(evaluatedIn);
    const undisturbed = await post('/v1/adaptations', asked, 'adaptation 2');
    await expect.poll(async () => (await job(undisturbed.id)).status, { timeout: 60_000 }).toBe('succeeded');
    const [first, second] = [killed, undisturbed].map(({ resource }) => made(resource.id));
    expect(first!.map(({ part, sha256 }) => [part, sha256])).toEqual(
      second!.map(({ part, sha256 }) => [part, sha256]),
    );
    expect((await get<{ data: unknown[] }>('/v1/models')).data).toHaveLength(2);
    expect(takesOf(killed.id)).toBe(stages.length + 1);
  },
);

test.skipIf(process.platform === 'win32')(
  'a model serves while it is evaluated; an evaluation that is killed goes on',
  { timeout: 180_000 },
  async () => {
    service = await startService(folder.path, [], { group: true });
    const dataset_id = await importSet('another import');
    const asked = { dataset_id, name: 'early', settings: { ...settings, evaluation: 'standard' } };
    const adaptation = await post('/v1/adaptations', asked, 'adaptation 3');
    const path = `/v1/models/${adaptation.resource.id}`;
    await expect
      .poll(async () => (await get<Card>(path)).status, { timeout: 90_000, interval: 20 })
      .toBe('ready');
    expect((await job(adaptation.id)).status).toBe('running');
    const early = await get<Card>(path);
    expect(early.evaluation).toMatch(
      /^The model serves; its evaluation is under way: .*So far: .*Leave one out/,
    );
    const before = await predicted(path);
    await killAll();
    service = await startService(folder.path, [], { group: true });
    expect(await predicted(path)).toEqual(before);
    await expect.poll(async () => (await job(adaptation.id)).status, { timeout: 90_000 }).toBe('succeeded');
    const card = await get<Card>(path);
    expect(card.evaluation).toMatch(/Leave one out.*By time/);
    expect(card.evaluation).not.toContain('under way');
    expect([card.status, card.ready_at]).toEqual(['ready', early.ready_at]);
    expect(card.evaluation_report!.splits).toHaveLength(2);
    expect(await predicted(path)).toEqual(before);
  },
);

interface Card {
  readonly status: string;
  readonly evaluation: string;
  readonly ready_at: string | null;
  readonly evaluation_report: { readonly splits: readonly unknown[] } | null;
}

/** The items of a prediction. */
async function predicted(path: string): Promise<unknown> {
  const response = await fetch(`${service!.url}${path}/predict`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ history: ['i3', 'i4'], limit: 5 }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly items: unknown }).items;
}

let evaluatedIn: number | undefined;

interface JobShown {
  readonly id: string;
  readonly status: string;
  readonly detail: unknown;
  readonly resource: { readonly id: string };
}

async function importSet(idempotencyKey = 'the import'): Promise<string> {
  const items = Array.from({ length: 40 }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` }));
  const events = Array.from({ length: 200 }, (_, person) =>
    Array.from({ length: 6 }, (_, step) => ({
      event_id: `e${person}-${step}`,
      person_id: `p${person}`,
      item_id: `i${(person * 7 + step) % 40}`,
      kind: 'view',
      timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, person)).toISOString(),
    })),
  ).flat();
  const { id, resource } = await post('/v1/datasets', { name: 'set', items, events }, idempotencyKey);
  await expect.poll(async () => (await job(id)).status, { timeout: 20_000 }).toBe('succeeded');
  return resource.id;
}

async function post(path: string, body: object, idempotencyKey: string): Promise<JobShown> {
  const response = await fetch(`${service!.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as JobShown;
}

const job = (id: string) => get<JobShown>(`/v1/jobs/${id}`);

async function get<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${service!.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as Answer;
}

/** A file of a model, as the table keeps it. */
interface MadeFile {
  readonly part: string;
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

function made(modelId: string): readonly MadeFile[] {
  const row = ask('select made from models where model_id = ?', modelId);
  return (JSON.parse(String(row.made)) as { readonly files: readonly MadeFile[] }).files;
}

/** Minutes of the fit that chose the number of epochs. */
function chosenIn(modelId: string): number {
  const row = ask('select made from models where model_id = ?', modelId);
  const { training } = JSON.parse(String(row.made)) as {
    training: { chosen_by_validation: { minutes: number } };
  };
  return training.chosen_by_validation.minutes;
}

function checkpointOf(jobId: string): { readonly chosen: { readonly minutes: number } | null } {
  const { checkpoint } = ask('select checkpoint from jobs where job_id = ?', jobId);
  return checkpoint === null ? { chosen: null } : JSON.parse(String(checkpoint));
}

function takesOf(jobId: string): number {
  return Number(ask('select takes from jobs where job_id = ?', jobId).takes);
}

function ask(statement: string, parameter: string) {
  const side = new DatabaseSync(join(folder.path, 'counterpart.sqlite'), { readOnly: true });
  const row = side.prepare(statement).get(parameter)!;
  side.close();
  return row;
}

/** The server and everything that it has started. */
async function killAll(): Promise<void> {
  const pid = service?.process.pid;
  service = undefined;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
  await sleep(100);
}

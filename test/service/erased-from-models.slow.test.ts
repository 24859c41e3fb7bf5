/**
 * Erasure reaches trained models: the next match uses no learned effects of an erased person, even when the
 * same id is created again. Within a minute the id is gone from the files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { decide, peopleWithTastes } from '../support/people-with-tastes.ts';

const folder = temporaryFolder();
const { seekers, candidates } = peopleWithTastes(45, 7);
const outcomes = seekers.slice(0, 40).flatMap((seeker) => decide(seeker, candidates, 1));
const decidedOn = (id: string) => outcomes.filter(({ candidate_id }) => candidate_id === id).length;
/** The two candidates with the most outcomes. */
const [gone, stays] = candidates.toSorted((a, b) => decidedOn(b.userId) - decidedOn(a.userId));
const GONE = 'erased-by-and-by';
const STAYS = 'kept-as-he-is';
/** Names that no other name is a part of. */
const names: Readonly<Record<string, string>> = { [gone!.userId]: GONE, [stays!.userId]: STAYS };
const nameOf = (id: string) => names[id] ?? id;
/** A person without outcomes. */
const WATCHER = 'w44';
let service: RunningService;
let key: string;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'acme', 'dating');
  service = await startService(folder.path);
  for (const person of [...seekers, ...candidates]) await put(person);
  const items = outcomes.map((item) => ({ ...item, candidate_id: nameOf(item.candidate_id) }));
  expect((await call('POST', '/v1/feedback', { domain: 'dating', items })).errors).toEqual([]);
  const { run_id } = await call('POST', '/v1/train', { domain: 'dating', force: true });
  for (;;) {
    const run = await call('GET', `/v1/train/runs/${run_id}`);
    if (run.finished_at !== null) {
      expect(run.status, run.reason).toBe('deployed');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 90_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const put = ({ userId, gender, fields }: (typeof candidates)[number]) =>
  call('POST', '/v1/users', { user_id: nameOf(userId), domain: 'dating', fields: { gender, ...fields } });

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: every test says what it expects of the answer
  const answered = (await answer.json()) as any;
  expect(answer.status, JSON.stringify(answered)).toBeLessThan(300);
  return answered;
}

/** Log-odds that others' choices add to these candidates, and which model added them. */
async function desirabilities() {
  const request = { user_id: WATCHER, domain: 'dating', limit: 100, explain: true };
  const { matches, models_used } = await call('POST', '/v1/match', request);
  const of = (id: string) => {
    const match = matches.find(({ user_id }: { user_id: string }) => user_id === id);
    if (match === undefined) return 'not shown';
    const terms: readonly { name: string; direction: string; log_odds: number }[] = match.terms;
    return terms.find(({ name, direction }) => name === 'desirability' && direction === 'seeker_to_candidate')
      ?.log_odds;
  };
  return { gone: of(GONE), stays: of(STAYS), version: models_used.light_ml.version as string };
}

/** How many files of models have the id in them: of the model that serves, and of its judged twin. */
function standsInFiles(id: string): number {
  const models = join(folder.path, 'artifacts');
  const files = readdirSync(models, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  return files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(id)).length;
}

test('a person who is erased and created again has no learned effects, at once and after a restart', async () => {
  const before = await desirabilities();
  expect(before.version).toMatch(/^tenant-dating/);
  expect(before.gone).toBeTypeOf('number');
  expect(before.gone).not.toBe(0);
  expect(before.stays).toBeTypeOf('number');
  expect(standsInFiles(GONE)).toBe(2);

  const { trained_models } = await call('DELETE', `/v1/users/${GONE}`);
  expect(trained_models).toEqual([before.version]);
  expect(await desirabilities()).toMatchObject({ gone: 'not shown', stays: before.stays });
  await put(gone!);
  // Terms of 0 log-odds are left out of the explanation.
  const after = { gone: undefined, stays: before.stays, version: before.version };
  expect(await desirabilities()).toEqual(after);

  await service.stop();
  await rewrite();
  expect(standsInFiles(GONE)).toBe(0);
  expect(standsInFiles(STAYS)).toBe(2);
  service = await startService(folder.path);
  expect(await desirabilities()).toEqual(after);
}, 60_000);

/** The worker's job, which runs twice a minute. A second run, as after a crash, changes nothing. */
async function rewrite(): Promise<void> {
  const parts = await openTaskParts(readSettings({}, ['--data', folder.path]), {
    onError: (_, error) => {
      throw error;
    },
    onNotice: () => {},
  });
  try {
    const schedule = openSchedules(parts).find(({ kind }) => kind === 'rewrite_heads')!;
    const context = { signal: new AbortController().signal } as Parameters<typeof schedule.run>[0];
    await schedule.run(context);
    expect(await parts.store.learning.rankingModelsToRewrite()).toEqual([]);
    await schedule.run(context);
  } finally {
    await parts.close();
  }
}

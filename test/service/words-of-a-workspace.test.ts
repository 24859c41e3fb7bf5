/** How common words are in a workspace, counted by the worker and read by matches, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { MatchResult } from '../../src/contract/match.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
/** Keys of two workspaces with the same people. */
let large: string;
let small: string;

/** A kitchen that looks for help, and cooks, of whom one names what it is known for. */
async function workspaceOf(name: string, cooks: number): Promise<string> {
  const { accounts } = service;
  const { tenantId } = await accounts.createTenant({ name, domains: ['hiring'], email: 'ops@example.com' });
  const { key } = await accounts.createKey(tenantId, { rate: 1e6, burst: 1e6 });
  const put = (user_id: string, role: string, summary: string) =>
    service.send(
      'users',
      {
        user_id,
        domain: 'hiring',
        fields: { role, job_function: 'cooking', summary, wants: 'A kitchen near the sea' },
      },
      undefined,
      key,
    );
  await put('job', 'job', 'Konditorei sucht Verstärkung für Baumkuchen und Torten');
  for (let n = 0; n < cooks; n++)
    await put(`cook-${n}`, 'candidate', `Konditorei, Verstärkung ${n === 3 ? 'und Baumkuchen' : 'und Brot'}`);
  return key;
}

beforeAll(async () => {
  service = await composed();
  large = await workspaceOf('large', 22);
  small = await workspaceOf('small', 5);
});
afterAll(() => service?.stop());

async function countWords(): Promise<void> {
  const parts = await openTaskParts(service.settings, {
    onError: (_, error) => {
      throw error;
    },
    onNotice: () => {},
  });
  try {
    const schedule = openSchedules(parts).find(({ kind }) => kind === 'count_words')!;
    await schedule.run({ signal: new AbortController().signal } as Parameters<typeof schedule.run>[0]);
  } finally {
    await parts.close();
  }
}

async function match(key: string): Promise<MatchResult> {
  const body = { user_id: 'job', domain: 'hiring', explain: true, limit: 50 };
  return MatchResult.parse((await service.send('match', body, undefined, key)).body);
}
const versionOf = ({ models_used }: MatchResult) => models_used.cross_encoder!.version;
const wordsOf = ({ matches }: MatchResult, userId: string) =>
  matches.find(({ user_id }) => user_id === userId)?.terms?.find(({ name }) => name === 'shared_words')
    ?.log_odds ?? 0;

test('a word that all use says less, and the version of the counts is in the answer', async () => {
  const [before, elsewhere] = [await match(large), await match(small)];
  await countWords();
  const after = await match(large);
  expect(versionOf(after)).toMatch(/\+words\.[0-9a-f]{8}$/);
  expect(versionOf(after).replace(/\+words.*/, '')).toBe(versionOf(before));
  expect(after.models_used.light_ml!.version).toBe(before.models_used.light_ml!.version);
  expect(wordsOf(after, 'cook-4')).toBeLessThan(wordsOf(before, 'cook-4'));
  expect(wordsOf(after, 'cook-3')).toBeGreaterThan(wordsOf(after, 'cook-4'));
  // The other workspace has too few people, and sees nothing of this one.
  expect((await match(small)).matches).toEqual(elsewhere.matches);
});

test('after an erasure the words are counted without the person', async () => {
  await countWords();
  const before = versionOf(await match(large));
  await countWords();
  expect(versionOf(await match(large))).toBe(before);
  const erased = await service.server.inject({
    method: 'DELETE',
    url: '/v1/users/cook-3',
    headers: { authorization: `Bearer ${large}` },
  });
  expect(erased.statusCode).toBe(200);
  await countWords();
  expect(versionOf(await match(large))).not.toBe(before);
});

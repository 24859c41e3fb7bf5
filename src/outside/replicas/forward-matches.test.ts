import { expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { apiError, retryLater } from '../../contract/errors.ts';
import type { MatchRequest, MatchResult } from '../../contract/match.ts';
import type { TimedMatch } from '../../matching/match/match-service.ts';
import { type ForwardingParts, forwardMatches } from './forward-matches.ts';
import { ReplicaUnreachable } from './match-client.ts';

const HERE = 'http://here:1';
const TENANT = tenantId('ten_1');
const request = { user_id: 'me', domain: 'dating' } as MatchRequest;
const from = (where: string): TimedMatch => ({ result: { match_id: where } as MatchResult, times: {} });

interface World extends Partial<ForwardingParts> {
  readonly owners: readonly string[];
  readonly answers?: Readonly<Record<string, Error>>;
}

async function matchIn({ owners, answers = {}, ...parts }: World, signal?: AbortSignal) {
  const asked: string[] = [];
  const seen: string[] = [];
  const suspects: string[] = [];
  const service = forwardMatches({
    local: { match: async () => from(HERE) },
    client: {
      ask: async (url) => {
        asked.push(url);
        const error = answers[url];
        if (error !== undefined) throw error;
        return from(url);
      },
    },
    membership: {
      url: HERE,
      owners: () => owners,
      suspect: (url) => suspects.push(url),
      gone: () => new AbortController().signal,
    },
    isSmall: async () => false,
    hasIndex: () => false,
    observe: (outcome) => seen.push(outcome),
    random: () => 0,
    ...parts,
  });
  const answer = await service.match(TENANT, request, signal).catch((error: unknown) => error);
  return { answer, asked, seen, suspects };
}

const [A, B] = ['http://a:1', 'http://b:1'];

test('an owner answers, and the owners share the work', async () => {
  expect(await matchIn({ owners: [A, B] })).toMatchObject({
    answer: from(A),
    asked: [A],
    seen: ['forwarded'],
  });
  expect(await matchIn({ owners: [A, B], random: () => 0.9 })).toMatchObject({ asked: [B] });
});

test('this server answers what it owns, small indexes, and all while no server is ready', async () => {
  const here = { answer: from(HERE), asked: [], seen: ['here'] };
  expect(await matchIn({ owners: [A, HERE], hasIndex: () => true })).toMatchObject(here);
  expect(await matchIn({ owners: [HERE] })).toMatchObject(here);
  expect(await matchIn({ owners: [A, B], isSmall: async () => true })).toMatchObject(here);
  expect(await matchIn({ owners: [] })).toMatchObject(here);
});

test('an owner without the index yet asks the other one', async () => {
  expect(await matchIn({ owners: [HERE, B] })).toMatchObject({ asked: [B], answer: from(B) });
});

test('a dead owner is suspect, and the next one answers, at last this server', async () => {
  const dead = new ReplicaUnreachable('dead');
  expect(await matchIn({ owners: [A, B], answers: { [A]: dead } })).toEqual({
    answer: from(B),
    asked: [A, B],
    seen: ['unreachable', 'forwarded'],
    suspects: [A],
  });
  expect(await matchIn({ owners: [A, B], answers: { [A]: dead, [B]: dead } })).toMatchObject({
    answer: from(HERE),
    seen: ['unreachable', 'unreachable', 'here'],
  });
});

test('an owner that is building is passed over without suspicion', async () => {
  const building = retryLater('warming_up', 'soon', 100);
  expect(await matchIn({ owners: [A, B], answers: { [A]: building } })).toEqual({
    answer: from(B),
    asked: [A, B],
    seen: ['building', 'forwarded'],
    suspects: [],
  });
});

test('another error of an owner is the answer', async () => {
  const unknown = apiError('forbidden', 'not for you');
  expect(await matchIn({ owners: [A, B], answers: { [A]: unknown } })).toMatchObject({
    answer: unknown,
    asked: [A],
  });
});

test('an owner that is found dead while it works is left for the next', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  const membership = {
    url: HERE,
    owners: () => [A, B],
    suspect: () => {},
    gone: (url: string) => (url === A ? gone : new AbortController().signal),
  };
  expect(await matchIn({ owners: [A, B], membership, answers: { [A]: new Error('gone') } })).toMatchObject({
    answer: from(B),
  });
});

test('a client that leaves gets no other server to work', async () => {
  const left = AbortSignal.abort(new Error('left'));
  const answers = { [A]: new Error('left') };
  expect(await matchIn({ owners: [A, B], answers }, left)).toMatchObject({
    answer: new Error('left'),
    asked: [A],
  });
});

test('an owner knows a match of a batch as one', async () => {
  const batched = { nowMs: 7, matchId: 'match_1' };
  const asked: unknown[] = [];
  const answerOf = (where: string, value: unknown) => {
    asked.push([where, value]);
    return from(where);
  };
  const parts = (owners: readonly string[]): ForwardingParts => ({
    local: { match: async (_tenant, _request, _signal, given) => answerOf(HERE, given) },
    client: { ask: async (url, _tenant, _request, _signal, given) => answerOf(url, given) },
    membership: { url: HERE, owners: () => owners, suspect() {}, gone: () => new AbortController().signal },
    isSmall: async () => false,
    hasIndex: () => false,
    observe() {},
  });
  for (const owners of [[A], [HERE]] as const)
    await forwardMatches(parts(owners)).match(TENANT, request, undefined, batched);
  expect(asked).toEqual([
    [A, batched],
    [HERE, batched],
  ]);
});

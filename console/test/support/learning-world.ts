/**
 * People whose choices follow tastes that no profile tells, so that a training run has something to learn.
 */
import type { Service } from './service.ts';

export const SEEKERS = 45;
const goals = ['long_term', 'marriage', 'casual', 'friendship'];

interface Taste {
  readonly id: string;
  readonly goal: string;
  readonly appeal: number;
}

/** 0..1, the same for the same numbers (mulberry32). */
function chance(...numbers: readonly number[]): number {
  let state = numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x9e3779b1) + 0x6d2b79f5, 7);
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}

const tasteOf = (id: string, side: number, n: number): Taste => ({
  id,
  goal: goals[Math.floor(chance(side, n, 1) * goals.length)] ?? 'casual',
  appeal: (chance(side, n, 2) * 2 - 1) * 1.5,
});
const women = Array.from({ length: SEEKERS }, (_, n) => tasteOf(`w${n}`, 0, n));
const men = Array.from({ length: SEEKERS }, (_, n) => tasteOf(`m${n}`, 1, n));

async function send(service: Service, path: string, body: object): Promise<void> {
  const answer = await service.post(path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** 90 people, and matches that showed some of them. */
export async function addTastes(service: Service): Promise<void> {
  const lines = [...women, ...men].map(({ id, goal }, n) =>
    JSON.stringify({
      user_id: id,
      domain: 'dating',
      fields: {
        age: 22 + (n % 30),
        gender: id.startsWith('w') ? 'woman' : 'man',
        location: 'Lisbon, Portugal',
        relationship_goal: goal,
      },
    }),
  );
  const sent = await service.post('/v1/users/batch', lines.join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  const refused = (await sent.text()).split('\n').filter((line) => line && !line.includes('"status":200'));
  if (refused.length > 0) throw new Error(`people were refused: ${refused.join('\n')}`);
  for (const { id } of women.slice(0, 20))
    await send(service, '/v1/match', { user_id: id, domain: 'dating', limit: 8 });
  await send(service, '/v1/match', { user_id: 'w0', domain: 'dating', filters: { age: { gte: 119 } } });
}

/**
 * Decisions of every woman, and of a few men back. In the first round they are on half of the men, and like
 * attracts like. From the second on they are on all men, and opposites attract, so a model of the first round
 * is then wrong.
 */
export async function addDecisions(service: Service, round: number): Promise<void> {
  for (const [n, woman] of women.entries()) {
    const items = men.flatMap((man, m) => {
      if (round === 1 && chance(n, m, 3) < 0.5) return [];
      const alike = woman.goal === man.goal ? 1 : -0.6;
      const logOdds = round === 1 ? 2 * (alike + man.appeal + woman.appeal / 2) : -3 * alike;
      const chosen = 1 / (1 + Math.exp(-logOdds)) > chance(round, n, m, 4);
      return [{ seeker_id: woman.id, candidate_id: man.id, outcome: chosen ? 'accepted' : 'rejected' }];
    });
    await send(service, '/v1/feedback', { domain: 'dating', items });
  }
  const back = men
    .slice(0, 10)
    .map(({ id }, n) => ({ seeker_id: id, candidate_id: women[n]?.id, outcome: 'converted' }));
  await send(service, '/v1/feedback', { domain: 'dating', items: back });
}

interface Run {
  readonly run_id: string;
  readonly status: string;
}

/** Starts a run and waits for its end. */
export async function train(service: Service): Promise<Run> {
  const answer = await service.post('/v1/train', { domain: 'dating', force: true });
  const { run_id } = (await answer.json()) as Run;
  return ended(service, run_id);
}

export async function ended(service: Service, runId: string): Promise<Run> {
  for (;;) {
    const run = await service.get<Run>(`/v1/train/runs/${runId}`);
    if (!['queued', 'running', 'evaluating'].includes(run.status)) return run;
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** Waits until the matches are counted. */
export async function counted(service: Service): Promise<void> {
  for (;;) {
    const { waiting } = await service.get<{ waiting: number }>('/v1/statistics/matches?domain=dating');
    if (waiting === 0) return;
    await new Promise((done) => setTimeout(done, 500));
  }
}

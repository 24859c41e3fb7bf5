/**
 * `counterpart evaluate` on a stored workspace: the service takes people and outcomes; the CLI writes a
 * report.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService } from '../../src/composition/compose-service.ts';
import type { EvaluationReport } from '../../src/matching/learn/evaluate/evaluation-report.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

const folder = temporaryFolder();
const PEOPLE = 24;

/** Twelve women and twelve men. Women choose men with the same goal; men choose all women. */
beforeAll(async () => {
  const settings = readSettings({}, ['--data', folder.path, '--port', '0']);
  const service = await composeService(settings, createLogger('silent'));
  try {
    const made = await service.accounts.createTenant({
      name: 'acme',
      domains: ['dating'],
      email: 'a@example.com',
    });
    const { key } = await service.accounts.createKey(made.tenantId, { rate: 1e6, burst: 1e6 });
    await service.accounts.createTenant({ name: 'silent', domains: ['dating'], email: 'a@example.com' });
    const post = async (url: string, payload: object) => {
      const answer = await service.server.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${key}` },
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    for (let n = 0; n < PEOPLE; n++) await post('/v1/users', personNamed(n));
    const items = Array.from(
      { length: PEOPLE * PEOPLE },
      (_, n) => [n % PEOPLE, Math.floor(n / PEOPLE)] as const,
    )
      .filter(([a, b]) => a % 2 !== b % 2)
      .map(([a, b]) => ({
        seeker_id: `p${a}`,
        candidate_id: `p${b}`,
        outcome: a % 2 === 0 || goalOf(a) === goalOf(b) ? 'accepted' : 'rejected',
      }));
    await post('/v1/feedback', { domain: 'dating', items });
  } finally {
    await service.close();
  }
});
afterAll(() => folder.remove());

const goalOf = (n: number) => (n % 3 === 0 ? 'casual' : 'long_term');
const personNamed = (n: number) => ({
  user_id: `p${n}`,
  domain: 'dating',
  fields: {
    age: 25 + n,
    gender: n % 2 === 0 ? 'man' : 'woman',
    location: 'Lisbon, Portugal',
    relationship_goal: goalOf(n),
  },
});

describe('counterpart evaluate', () => {
  const evaluate = (...args: readonly string[]) =>
    runHere(folder.path, 'evaluate', '--domain', 'dating', ...args);

  test('gives the figures of prior, popularity and chance as JSON, each with its interval', async () => {
    const report = await jsonOf<EvaluationReport>(evaluate('--tenant', 'acme', '--json'));
    expect(report.held_out.outcomes + report.trained_on).toBe((PEOPLE * PEOPLE) / 2);
    expect(report.held_out.mutual_pairs).toBe(report.held_out.outcomes / 2);
    expect(report.scorers.map(({ name }) => name.replace(/@.*/, ''))).toEqual([
      'prior-dating.v1',
      'popularity',
      'recent popularity',
      'random',
    ]);
    const [prior, , , random] = report.scorers;
    expect(prior!.auc.value!).toBeGreaterThan(0.6);
    expect(prior!.auc.low!).toBeLessThan(prior!.auc.value!);
    expect(random!.auc.value).toBe(0.5);
  });

  test('prints them as tables', async () => {
    const { code, stdout } = await evaluate('--tenant', 'acme');
    expect(code).toBe(0);
    expect(stdout).toContain('Who chooses whom');
    expect(stdout).toMatch(/prior-dating\.v1@\w+ +0\.\d{3} \(0\.\d{3} to \d\.\d{3}\)/);
  });

  test('says what is missing', async () => {
    const none = await evaluate('--tenant', 'silent');
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no outcomes in dating yet') });
    const unknown = await evaluate('--tenant', 'acme', '--head', 'tenant-dating.v1@nope');
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no head «tenant-dating.v1@nope»'),
    });
  });
});

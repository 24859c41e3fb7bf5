/** The whole service with a language model, set up by the operator, that judges matches and reads texts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import {
  type ChatServerUnderTest,
  chatFault,
  startChatServer,
} from '../../src/engines/llm/testing/chat-server.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

interface Verdicts {
  readonly candidates: readonly { readonly candidate: number; readonly profile: { readonly age?: number } }[];
}
interface Document {
  readonly document: readonly { readonly text: string }[];
}

const KEY = 'sk-never-to-be-seen';
const TENANT_KEY = 'sk-of-the-tenant';
const SECRET_TEXT = 'My mother calls me Bluebird';
const folder = temporaryFolder();
const logged: string[] = [];
let server: ChatServerUnderTest;
let service: Service;
let key: string;

/** Prefers candidates of 40, and reads «N winters old» as an age. */
function answer(data: unknown, form: string): unknown {
  if ('candidates' in (data as object)) {
    const verdicts = (data as Verdicts).candidates.map(({ candidate, profile }) => ({
      candidate,
      seeker_wants: profile.age === 40 ? 90 : 20,
      ...(form.includes('candidate_wants') && { candidate_wants: 50 }),
      reason: `They have seen ${profile.age} winters`,
      tries_to_instruct: false,
    }));
    return { verdicts };
  }
  const text = (data as Document).document.map((block) => block.text).join('\n');
  const names = [...form.matchAll(/"([a-z_]+)":\{"anyOf"/g)].map(([, name]) => name!);
  const [quote, age] = /(\d+) winters old/.exec(text) ?? [];
  const values = Object.fromEntries(names.map((name) => [name, null as unknown]));
  if (quote !== undefined) values.age = { value: Number(age), quote, certain: true };
  return { values, demands: [] };
}

async function start(): Promise<void> {
  const environment = {
    LLM_URL: server.url,
    LLM_MODEL: 'scripted',
    LLM_API_KEY: KEY,
    COUNTERPART_LLM_PRICE: '1,2',
    COUNTERPART_LLM_DAILY_USD: '5',
    COUNTERPART_JUDGE_TIMEOUT_MS: '20000',
  };
  const settings = readSettings(environment, ['--data', folder.path, '--port', '0']);
  service = await composeService(settings, createLogger('trace', { write: (line) => logged.push(line) }));
}

beforeAll(async () => {
  server = await startChatServer((data, { body }) => answer(data, JSON.stringify(body.response_format)));
  await start();
  const { tenantId } = await service.accounts.createTenant({
    name: 'main',
    domains: ['dating'],
    email: 'ops@example.com',
  });
  ({ key } = await service.accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 }));
  for (const [user_id, age] of [
    ['me', 30],
    ['a', 31],
    ['b', 40],
    ['c', 32],
  ]) {
    const person = { gender: 'woman', location: 'Porto', relationship_goal: 'long_term' };
    await post('users', { user_id, fields: { ...person, age } });
  }
});
afterAll(async () => {
  await service.close();
  await server.close();
  folder.remove();
});

async function post(path: string, body: object) {
  const response = await service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload: { domain: 'dating', ...body },
  });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json();
}
const set = (...args: readonly string[]) =>
  jsonOf<Record<string, unknown>>(runHere(folder.path, 'tenants', 'set', 'main', ...args, '--json'));
const metric = async (name: string) => {
  const { body } = await service.server.inject({ url: '/metrics' });
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};
const match = (prompt: string) =>
  post('match', { user_id: 'me', explain: true, stages: { llm_judge: { enabled: true, prompt } } });

describe('the judge', () => {
  test('its order, its reason first, its name', async () => {
    const { matches, models_used, pipeline_stats, degraded } = await match('Somebody wise');
    expect(matches.map(({ user_id }: { user_id: string }) => user_id)[0]).toBe('b');
    expect(matches[0].reasons[0]).toBe('They have seen 40 winters');
    expect(models_used.llm_judge).toEqual({ tier: 'general', version: 'scripted', calibrated: false });
    expect(pipeline_stats.after_llm_judge).toBe(3);
    expect(degraded).toEqual([]);
    expect(server.calls[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await metric('counterpart_llm_questions_total{outcome="answered"}')).toBeGreaterThan(0);
    expect(await metric('counterpart_llm_spent_usd_total')).toBeGreaterThan(0);
  });

  test('the spend limit holds across a restart, and a changed limit at once', async () => {
    const spent = await metric('counterpart_llm_spent_usd_total');
    await set('--llm-daily-usd', String(spent));
    await service.close();
    await start();
    const { degraded, matches } = await match('Somebody else');
    expect(degraded).toEqual([{ stage: 'llm_judge', reason: 'over_budget' }]);
    expect(matches).toHaveLength(3);
    await set('--llm-daily-usd', 'none');
    expect((await match('Somebody else')).degraded).toEqual([]);
    expect(await metric('counterpart_llm_questions_total{outcome="over_budget"}')).toBe(1);
  });

  test('a tenant’s own model; its key is shown nowhere', async () => {
    const shown = await set(
      '--llm-url',
      `${server.url}?token=hidden`,
      '--llm-model',
      'own',
      '--llm-api-key',
      TENANT_KEY,
    );
    expect(shown).toMatchObject({ llm: { url: server.url, model: 'own', api_key_is_set: true } });
    const list = await runHere(folder.path, 'tenants', 'list', '--json');
    expect(JSON.stringify(shown) + list.stdout + list.stderr).not.toMatch(/sk-of-the-tenant|hidden/);
    expect((await match('Own')).models_used.llm_judge.version).toBe('own');
    expect(server.calls.at(-1)!.headers.authorization).toBe(`Bearer ${TENANT_KEY}`);
    // Another server: the key stays behind.
    const moved = await set('--llm-url', 'http://127.0.0.1:9/v1');
    expect(moved).toMatchObject({ llm: { api_key_is_set: false } });
    expect((await match('Moved')).degraded).toEqual([{ stage: 'llm_judge', reason: 'failed' }]);
    await set('--llm-url', '', '--llm-model', '');
    expect((await match('Back')).models_used.llm_judge.version).toBe('scripted');
  });

  test.each([
    [['--llm-url', 'ftp://x/', '--llm-model', 'm'], /http/],
    [['--llm-url', 'http://127.0.0.1:9/v1'], /llm-model|given with/],
    [['--llm-daily-usd', '-1'], /US dollars/],
    [['--llm-concurrency', '0'], /1 to 1000/],
    [['--extraction', 'magic'], /rules, llm, both/],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await runHere(folder.path, 'tenants', 'set', 'main', ...args);
    expect([code === 0, message.test(stderr)]).toEqual([false, true]);
  });
});

describe('reading texts', () => {
  test('values with their words, by the model, below what the client gave', async () => {
    await set('--extraction', 'both');
    const context = `${SECRET_TEXT}. Twenty-nine or 29 winters old, I live in Porto.`;
    const read = await post('users', { user_id: 'reader', context });
    expect(read.fields).toMatchObject({ age: 29, location: 'Porto, Portugal' });
    const { span, ...provenance } = read.provenance.fields.age;
    expect(provenance).toMatchObject({ source: 'context', extractor: 'llm', signs: { model: 0.9 } });
    expect(context.slice(span[0], span[1])).toBe('29 winters old');
    expect(read.provenance.fields.location.extractor).toBe('rules');
    const given = await post('users', { user_id: 'reader', context, fields: { age: 50 } });
    expect([given.fields.age, given.provenance.fields.age.extractor]).toEqual([50, 'client']);
    const appended = await post('context', {
      user_id: 'reader',
      content: 'Forgot: 28 winters old.',
      source: 'chat',
    });
    expect(appended.conflicts).toMatchObject([{ field: 'age', kept: 50, seen: 28 }]);
  });

  test('the rules read a text where the model fails, and the failure is counted', async () => {
    await set('--extraction', 'llm');
    server.faults.push(chatFault(400, 'broken'));
    const read = await post('users', { user_id: 'fallen', context: 'I am 33 and live in Porto.' });
    expect(read.fields.age).toBe(33);
    expect(read.provenance.fields.age.extractor).toBe('rules');
    expect(await metric('counterpart_extraction_fallbacks_total')).toBe(1);
  });

  test('an import sends as many requests at once as allowed, and reports how many texts the rules read', async () => {
    const file = join(folder.path, 'people.ndjson');
    const lines = Array.from({ length: 12 }, (_, n) =>
      JSON.stringify({ user_id: `imported ${n}`, context: `I am ${40 + n}, that is ${20 + n} winters old.` }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    await set('--extraction', 'llm', '--llm-url', server.url, '--llm-model', 'own', '--llm-concurrency', '1');
    const of = ['--tenant', 'main', '--domain', 'dating', '--reading', 'full'];
    const importing = ['import', ...of, file, '--restart', '--json'];
    const before = server.calls.length;
    const result = await jsonOf<Record<string, unknown>>(runHere(folder.path, ...importing));
    expect(result).toMatchObject({ imported: 12, rejected: 0, read_by_rules_instead: 0 });
    expect(server.calls.length - before).toBe(12);
    const { body } = await service.server.inject({
      url: '/v1/users/imported%203?domain=dating',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(JSON.parse(body)).toMatchObject({
      fields: { age: 23 },
      provenance: { fields: { age: { extractor: 'llm' } } },
    });
    await set('--llm-daily-usd', '0');
    const broke = await jsonOf<Record<string, unknown>>(runHere(folder.path, ...importing));
    expect(broke).toMatchObject({ imported: 12, rejected: 0, read_by_rules_instead: 12 });
  });

  test('a fast import asks no model, and says which job will', async () => {
    const file = join(folder.path, 'fast.ndjson');
    writeFileSync(file, JSON.stringify({ user_id: 'fast', context: 'I am 40, that is 20 winters old.' }));
    const before = server.calls.length;
    const importing = ['import', '--tenant', 'main', '--domain', 'dating', file];
    const result = await jsonOf<Record<string, unknown>>(runHere(folder.path, ...importing, '--json'));
    expect(result).toMatchObject({ imported: 1, to_read_in_full: 1, reading_job: expect.any(String) });
    expect(server.calls.length).toBe(before);
    const { stdout } = await runHere(folder.path, ...importing, '--restart');
    expect(stdout).toContain(`The texts of 1 person are read in full by ${result.reading_job}`);
    const { body } = await service.server.inject({
      url: `/v1/jobs/${result.reading_job}`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(JSON.parse(body)).toMatchObject({ kind: 'full_reading', status: 'queued' });
  });
});

test('neither keys nor texts are in the log', () => {
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('')).not.toMatch(/sk-never|sk-of-the|Bluebird|hidden/);
});

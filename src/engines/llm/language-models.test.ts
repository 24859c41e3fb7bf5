import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { TenantId } from '../../contract/brands.ts';
import type { LlmSettings } from '../../platform/storage/store.ts';
import { type LanguageModels, openLanguageModels } from './language-models.ts';
import { createSpendingAccounts } from './spending-accounts.ts';
import { type ChatServerUnderTest, startChatServer } from './testing/chat-server.ts';

const ALPHA = 'ten_alpha' as TenantId;
const BETA = 'ten_beta' as TenantId;
const form = { name: 'word', schema: z.strictObject({ word: z.string() }) };

let ours: ChatServerUnderTest;
let theirs: ChatServerUnderTest;
let day: string;
let spent: Map<string, number>;
let tenants: Map<TenantId, LlmSettings>;

beforeEach(async () => {
  ours = await startChatServer(() => ({ word: 'ours' }));
  theirs = await startChatServer(() => ({ word: 'theirs' }));
  day = '2026-03-01';
  spent = new Map();
  tenants = new Map();
});
afterEach(async () => {
  await ours.close();
  await theirs.close();
});

function open(server = { url: ours.url, model: 'm1', apiKey: 'sk-ours' } as Partial<Server>): LanguageModels {
  const key = (tenant: string, on: string) => `${tenant} ${on}`;
  return openLanguageModels({
    server: { url: null, model: null, apiKey: null, ...server },
    price: { input: 2, output: 10 },
    limits: { concurrency: 4, dailyUsd: 0.005 },
    settingsOf: async (tenant) => tenants.get(tenant),
    spending: createSpendingAccounts(
      {
        spentOn: async (tenant, on) => ({
          usd: spent.get(key(tenant, on)) ?? 0,
          inputTokens: 0,
          outputTokens: 0,
        }),
        reserve: async (tenant, on, usd, limitUsd) => {
          const beforeUsd = spent.get(key(tenant, on)) ?? 0;
          return { admitted: beforeUsd < limitUsd && beforeUsd + usd <= limitUsd, beforeUsd };
        },
        spend: async (tenant, on, { usd }) =>
          void spent.set(key(tenant, on), (spent.get(key(tenant, on)) ?? 0) + usd),
      },
      () => Date.parse(`${day}T12:00:00Z`),
    ),
  });
}
interface Server {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
}

let asked = 0;
const ask = async (models: LanguageModels, tenant: TenantId) => {
  const model = (await models.of(tenant))!;
  const data = { number: asked++ };
  const signal = AbortSignal.timeout(50_000);
  return model.ask({ tenant, instructions: 'Say a word.', data, form, maxAnswerTokens: 10, signal });
};

test('the service’s model answers, or the tenant’s own, and no key goes to the other', async () => {
  tenants.set(BETA, { url: theirs.url, model: 'm2' });
  const models = open();
  expect(await ask(models, ALPHA)).toEqual({ word: 'ours' });
  expect(await ask(models, BETA)).toEqual({ word: 'theirs' });
  expect([ours.calls[0]!.body.model, theirs.calls[0]!.body.model]).toEqual(['m1', 'm2']);
  expect(ours.calls[0]!.headers.authorization).toBe('Bearer sk-ours');
  expect(theirs.calls[0]!.headers.authorization).toBeUndefined();
  tenants.set(ALPHA, { model: 'm3' });
  await ask(models, ALPHA);
  expect(ours.calls[1]!.body.model).toBe('m3');
});

test('none where neither is set, or the model is not named', async () => {
  expect(await open({}).of(ALPHA)).toBeNull();
  expect(await open({ url: ours.url }).of(ALPHA)).toBeNull();
  tenants.set(BETA, { url: theirs.url, model: 'm2' });
  expect((await open({}).of(BETA))?.name).toBe('m2');
});

test('the money is the service’s limit or the tenant’s, and fills up with the day, not with a restart', async () => {
  await ask(open(), ALPHA);
  await ask(open(), ALPHA);
  await expect(ask(open(), ALPHA)).rejects.toMatchObject({ reason: 'over_budget' });
  tenants.set(ALPHA, { dailyUsd: null });
  await ask(open(), ALPHA);
  tenants.set(BETA, { dailyUsd: 0 });
  await expect(ask(open(), BETA)).rejects.toMatchObject({ reason: 'over_budget' });
  tenants.clear();
  day = '2026-03-02';
  await ask(open(), ALPHA);
});

/**
 * Part of the composition root: language models and the external reranker, as set by settings and tenants.
 */

import type { TenantId } from '../contract/brands.ts';
import { type LanguageModels, openLanguageModels } from '../engines/llm/language-models.ts';
import type { LanguageModelEvents } from '../engines/llm/open-language-model.ts';
import { createSpendingAccounts } from '../engines/llm/spending-accounts.ts';
import type { Reranking } from '../matching/match/rerank/rerank.ts';
import { openReranker } from '../matching/rerankers/open-reranker.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';

export type ModelSettings = Pick<
  Settings,
  'llmUrl' | 'llmModel' | 'llmApiKey' | 'llmPrice' | 'llmDailyUsd' | 'llmConcurrency'
>;

/** `settings`: keys that are left out are not set. */
export function openLlm(
  settings: Partial<ModelSettings>,
  { store, accounts }: { readonly store: Pick<Store, 'spending'>; readonly accounts: Accounts },
  events: LanguageModelEvents,
): LanguageModels {
  const [input = 0, output = 0] = (settings.llmPrice ?? '0,0').split(',').map(Number);
  return openLanguageModels({
    ...events,
    server: {
      url: settings.llmUrl ?? null,
      model: settings.llmModel ?? null,
      apiKey: settings.llmApiKey ?? null,
    },
    price: { input, output },
    limits: { concurrency: settings.llmConcurrency ?? 32, dailyUsd: settings.llmDailyUsd ?? null },
    settingsOf: async (tenant: TenantId) => (await accounts.tenant(tenant))?.settings.llm,
    spending: createSpendingAccounts(store.spending, Date.now),
  });
}

/** null where none is set. */
export function openReranking(
  settings: Pick<Settings, 'reranker' | 'rerankerModel' | 'rerankerApiKey' | 'rerankerTimeoutMs'>,
  onFailure: NonNullable<Reranking['onFailure']>,
): Reranking | null {
  const { reranker, rerankerModel, rerankerApiKey, rerankerTimeoutMs } = settings;
  if (reranker === null) return null;
  return {
    reranker: openReranker(reranker, { model: rerankerModel, apiKey: rerankerApiKey }),
    timeoutMs: rerankerTimeoutMs,
    onFailure,
  };
}

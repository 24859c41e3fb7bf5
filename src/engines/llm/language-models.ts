/**
 * Chooses the model for a tenant: its own where the operator has set one, else that of the service, else
 * none. The key of the service is never sent to a tenant's server.
 */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../contract/brands.ts';
import type { LlmSettings } from '../../platform/storage/store.ts';
import { chatUrl } from './chat-client.ts';
import type { LanguageModel } from './language-model.ts';
import { type LanguageModelEvents, openLanguageModel, type QuestionLimits } from './open-language-model.ts';
import type { SpendingAccounts, TokenPrice } from './spend-limiter.ts';

export interface LanguageModels {
  /** null: no model is set up for the tenant. */
  of(tenant: TenantId): Promise<LanguageModel | null>;
}

interface ModelAddress {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
}

export interface LanguageModelsOptions extends LanguageModelEvents {
  /** The settings of the service, as far as they are set. */
  readonly server: { readonly [Part in keyof ModelAddress]: ModelAddress[Part] | null };
  readonly price: TokenPrice;
  /** Limits of tenants without their own. */
  readonly limits: QuestionLimits;
  readonly settingsOf: (tenant: TenantId) => Promise<LlmSettings | undefined>;
  readonly spending: SpendingAccounts;
}

/** For one try; callers wait less (`Question.signal`). */
const TIMEOUT_MS = 60_000;
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 300;
/** Servers that are kept open, with their cached answers and circuit breakers. */
const OPEN_SERVERS = 100;

export function openLanguageModels(options: LanguageModelsOptions): LanguageModels {
  const { limits, settingsOf, server } = options;
  const opened = new LRUCache<string, LanguageModel>({ max: OPEN_SERVERS });
  const limitsOf = async (tenant: TenantId) => {
    const own = await settingsOf(tenant);
    return {
      concurrency: own?.concurrency ?? limits.concurrency,
      dailyUsd: own?.dailyUsd === undefined ? limits.dailyUsd : own.dailyUsd,
    };
  };
  return {
    async of(tenant) {
      const address = addressFor(server, await settingsOf(tenant));
      if (address === null) return null;
      const key = JSON.stringify([address.url, address.model, address.apiKey]);
      const model = opened.get(key) ?? openLanguageModel({ ...options, server: serverAt(address), limitsOf });
      opened.set(key, model);
      return model;
    },
  };
}

function addressFor(
  server: LanguageModelsOptions['server'],
  own: LlmSettings | undefined,
): ModelAddress | null {
  const model = own?.model ?? server.model;
  if (own?.url !== undefined)
    return model === null ? null : { url: own.url, model, apiKey: own.apiKey ?? null };
  if (server.url === null || model === null) return null;
  return { url: server.url, model, apiKey: own?.apiKey ?? server.apiKey };
}

function serverAt({ url, model, apiKey }: ModelAddress) {
  return {
    url: chatUrl(url),
    model,
    ...(apiKey !== null && { apiKey }),
    timeoutMs: TIMEOUT_MS,
    maxTries: MAX_TRIES,
    firstWaitMs: FIRST_WAIT_MS,
    settings: { apiKey: 'LLM_API_KEY', model: 'LLM_MODEL' },
  };
}

/** A tenant's language model and how its texts are read, as set by the operator. */
import type { TenantId } from '../../contract/brands.ts';
import { invalidRequest } from '../../contract/errors.ts';
import type { ExtractionMode } from '../../contract/extraction-modes.ts';
import type { AccountStore, LlmSettings, Tenant } from '../../platform/storage/store.ts';
import { changeTenant } from './tenants.ts';

/** A missing property stays as it is. undefined: back to the service's setting. */
export interface LanguageModelChange {
  readonly llm?: { readonly [Key in keyof LlmSettings]: LlmSettings[Key] | undefined };
  readonly extraction?: ExtractionMode | undefined;
}

const MOST_USD = 1_000_000_000;
const MOST_QUESTIONS = 1000;

/** A key belongs to the server that it was given for, so it is removed when the server changes. */
export async function setLanguageModel(
  accounts: AccountStore,
  tenant: TenantId,
  change: LanguageModelChange,
): Promise<Tenant> {
  return changeTenant(accounts, tenant, (stored) => {
    const before = stored.settings.llm ?? {};
    const given = change.llm ?? {};
    const moves = 'url' in given && originOf(given.url) !== originOf(before.url);
    const { apiKey: _, ...keyless } = before;
    const llm = present({ ...(moves ? keyless : before), ...given });
    validateSettings(llm);
    const settings = {
      ...stored.settings,
      llm,
      ...('extraction' in change && { extraction: change.extraction }),
    };
    return { ...stored, settings: present(settings) };
  });
}

function originOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}

/** Without the properties that are undefined. */
function present<T extends object>(
  record: {
    readonly [Key in keyof T]: T[Key] | undefined;
  },
): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** The messages contain no values, because an address may contain a key. */
function validateSettings({ url, model, dailyUsd, concurrency }: LlmSettings): void {
  const issues: { path: string; message: string }[] = [];
  if (url !== undefined && !isWebAddress(url)) {
    issues.push({ path: 'llm-url', message: 'must be an http:// or https:// address without a password' });
  }
  if (url !== undefined && model === undefined) {
    issues.push({ path: 'llm-model', message: 'must be given with an address of the tenant’s own' });
  }
  if (dailyUsd != null && !(dailyUsd >= 0 && dailyUsd <= MOST_USD)) {
    issues.push({ path: 'llm-daily-usd', message: `must be US dollars, 0 to ${MOST_USD}` });
  }
  if (
    concurrency !== undefined &&
    !(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= MOST_QUESTIONS)
  ) {
    issues.push({ path: 'llm-concurrency', message: `must be a whole number, 1 to ${MOST_QUESTIONS}` });
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

function isWebAddress(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.hostname !== '' &&
    parsed.username === '' &&
    parsed.password === ''
  );
}

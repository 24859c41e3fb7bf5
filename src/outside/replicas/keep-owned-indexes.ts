/**
 * Builds the indexes that this server owns before a match asks for them, and releases those that it no longer
 * owns. Small indexes are left to their first match.
 */
import type { TenantId } from '../../contract/brands.ts';
import { tenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { IndexRegistry } from '../../matching/index/candidate-index.ts';

export interface OwnedIndexesOptions {
  readonly indexes: Pick<IndexRegistry, 'prepare' | 'releaseIdle' | 'rowsOf'>;
  readonly owns: (tenant: TenantId, domain: string) => boolean;
  readonly isSmall: (tenant: TenantId, domain: string) => Promise<boolean>;
  /** Domains with rows, by tenant and domain with a space between. */
  readonly domains: () => Promise<Iterable<string>>;
  /** null: the tenant has not enabled the domain. */
  readonly definitionOf: (tenant: TenantId, domain: string) => Promise<DomainDefinition | null>;
  readonly onFailure: (
    error: unknown,
    about: { readonly tenant?: TenantId; readonly domain?: string },
  ) => void;
}

export interface OwnedIndexes {
  /** Resolves when every index that this server owns has been built once; never rejects. */
  readonly built: Promise<void>;
  /** Builds no further index; one in the making ends with the registry. */
  close(): void;
}

const LOOK_EVERY_MS = 2000;
const IDLE_MS = 60_000;

export function keepOwnedIndexes(options: OwnedIndexesOptions): OwnedIndexes {
  const closing = new AbortController();
  let working: Promise<void> | null = null;
  const work = (release: boolean) => {
    working ??= buildOwned(options, closing.signal)
      .then(() => (release ? releaseOthers(options, closing.signal) : undefined))
      .finally(() => {
        working = null;
      });
    return working;
  };
  const built = work(false);
  const timer = setInterval(() => void work(true), LOOK_EVERY_MS).unref();
  return {
    built,
    close: () => {
      clearInterval(timer);
      closing.abort();
    },
  };
}

async function releaseOthers({ indexes, owns, onFailure }: OwnedIndexesOptions, closing: AbortSignal) {
  try {
    if (!closing.aborted) await indexes.releaseIdle(({ tenant, domain }) => owns(tenant, domain), IDLE_MS);
  } catch (error) {
    if (!closing.aborted) onFailure(error, {});
  }
}

/** One after the other: each loads as fast as the machine can. */
async function buildOwned(options: OwnedIndexesOptions, closing: AbortSignal): Promise<void> {
  const { indexes, owns, isSmall, domains, definitionOf, onFailure } = options;
  try {
    for (const key of await domains()) {
      if (closing.aborted) return;
      const [tenant, domain] = partsOf(key);
      if (!owns(tenant, domain) || indexes.rowsOf(tenant, domain) !== null) continue;
      try {
        if (await isSmall(tenant, domain)) continue;
        const definition = await definitionOf(tenant, domain);
        if (definition !== null) await indexes.prepare(tenant, definition);
      } catch (error) {
        if (!closing.aborted) onFailure(error, { tenant, domain });
      }
    }
  } catch (error) {
    if (!closing.aborted) onFailure(error, {});
  }
}

function partsOf(key: string): readonly [TenantId, string] {
  const space = key.indexOf(' ');
  return [tenantId(key.slice(0, space)), key.slice(space + 1)];
}

/** Domains as the operations use them: reading versions, checking definitions, publishing new versions. */
import type { TenantId } from '../contract/brands.ts';
import type { DomainCheck, DomainCheckRequest, DomainSource, ListedDomains } from '../contract/domain.ts';
import type { CheckClient } from '../extraction/check/check-client.ts';
import type { Accounts } from './create-accounts.ts';
import { summarizeDefinition } from './summarize-definition.ts';

export interface DomainService {
  list(tenant: TenantId): Promise<ListedDomains>;
  /** Default: the version in force. Throws 404 `domain_not_found`, 403 `forbidden`. */
  source(tenant: TenantId, domain: string, version?: number): Promise<DomainSource>;
  /** `compared`: the tenant whose domain the definition is compared with; null: none. Throws 503 `overloaded`. */
  check(caller: CheckCaller, request: DomainCheckRequest, signal: AbortSignal): Promise<DomainCheck>;
}

export interface CheckCaller {
  /** Whose share of the waiting places the check takes. */
  readonly owner: string;
  readonly compared: TenantId | null;
}

interface DomainDependencies {
  readonly accounts: Pick<Accounts, 'listDomains' | 'domainSource' | 'domainChanges'>;
  readonly checks: Pick<CheckClient, 'check'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createDomainService({ accounts, checks, clock }: DomainDependencies): DomainService {
  return {
    list: (tenant) => accounts.listDomains(tenant),
    source: (tenant, domain, version) => accounts.domainSource(tenant, domain, version),
    check: async ({ owner, compared }, { source, texts = [] }, signal) => {
      const input = { source, texts, compile: false, nowMs: clock() };
      const { faults, faultsOmitted, outline, results } = await checks.check(owner, input, signal);
      return {
        faults: [...faults],
        ...(faultsOmitted > 0 && { faults_omitted: faultsOmitted }),
        definition: outline && summarizeDefinition(outline),
        changes:
          outline === null || compared === null ? null : await accounts.domainChanges(compared, outline),
        results: [...results],
      };
    },
  };
}

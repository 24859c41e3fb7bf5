/** Domains as the operations use them: reading versions, checking definitions, publishing new versions. */
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type {
  DefinitionFault,
  DomainCheck,
  DomainCheckRequest,
  DomainSource,
  ListedDomains,
  PublishDomainRequest,
  PublishedDomain,
} from '../../contract/domain.ts';
import { apiError, invalidRequest } from '../../contract/errors.ts';
import { schemaVersion } from '../../domains/definition.ts';
import type { CheckClient } from '../../people/reading/check/check-client.ts';
import { OPERATOR_OWNER } from '../../platform/storage/store.ts';
import type { Accounts } from './create-accounts.ts';
import { summarizeDefinition } from './summarize-definition.ts';

export interface DomainService {
  /** Throws 404 `not_found` where there is no such tenant. */
  tenant(id: string): Promise<TenantId>;
  list(tenant: TenantId): Promise<ListedDomains>;
  /** Default: the version in force. Throws 404 `domain_not_found`, 403 `forbidden`. */
  source(tenant: TenantId, domain: string, version?: number): Promise<DomainSource>;
  /**
   * Compares with the caller's domain of the same name; for an operator, with that of `tenant_id`. Throws 503
   * `overloaded`.
   */
  check(caller: TenantId, request: DomainCheckRequest, signal: AbortSignal): Promise<DomainCheck>;
  /** Throws 400 `invalid_request` with the faults, 409 `conflict`, 503 `overloaded`. */
  publish(tenant: TenantId, domain: string, request: PublishDomainRequest): Promise<PublishedDomain>;
}

interface DomainDependencies {
  readonly accounts: Pick<
    Accounts,
    'tenant' | 'listDomains' | 'domainSource' | 'domainChanges' | 'addDefinition'
  >;
  readonly checks: Pick<CheckClient, 'check'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function createDomainService({ accounts, checks, clock }: DomainDependencies): DomainService {
  let lastPublication: Promise<unknown> = Promise.resolve();

  async function knownTenant(id: string): Promise<TenantId> {
    const tenant = await accounts.tenant(tenantId(id));
    if (tenant === null) throw apiError('not_found', `There is no workspace «${id}».`);
    return tenant.tenantId;
  }

  async function comparedTenant(caller: TenantId, name: string | undefined): Promise<TenantId | null> {
    if (caller === OPERATOR_OWNER) return name === undefined ? null : knownTenant(name);
    if (name === undefined) return caller;
    throw invalidRequest([{ path: 'tenant_id', message: 'only a key of the operator names a workspace' }]);
  }

  async function publish(
    tenant: TenantId,
    domain: string,
    { source, expected_version }: PublishDomainRequest,
  ): Promise<PublishedDomain> {
    const input = { source, texts: [], compile: true, nowMs: clock() };
    const { faults, outline } = await checks.check(OPERATOR_OWNER, input);
    if (outline === null) throw invalidRequest(faults.map(issueOf));
    if (outline.definition.domain !== domain) {
      const message = `defines «${outline.definition.domain}», and the address names «${domain}»`;
      throw invalidRequest([{ path: 'source', message }]);
    }
    const options = { expectedVersion: expected_version };
    const added = await accounts.addDefinition(tenant, source, 'source', options);
    return {
      domain,
      version: added.definition.version,
      schema_version: schemaVersion(added.definition),
      previous_version: added.previousVersion,
      revalidated_rows: added.revalidatedRows,
    };
  }

  return {
    tenant: knownTenant,
    list: (tenant) => accounts.listDomains(tenant),
    source: (tenant, domain, version) => accounts.domainSource(tenant, domain, version),
    check: async (caller, { source, texts = [], tenant_id }, signal) => {
      const compared = await comparedTenant(caller, tenant_id);
      const input = { source, texts, compile: false, nowMs: clock() };
      const { faults, faultsOmitted, outline, results } = await checks.check(caller, input, signal);
      return {
        faults: [...faults],
        ...(faultsOmitted > 0 && { faults_omitted: faultsOmitted }),
        definition: outline && summarizeDefinition(outline),
        changes:
          outline === null || compared === null ? null : await accounts.domainChanges(compared, outline),
        results: [...results],
      };
    },
    // One publication after the other: each compares its expected version with the one that the last put in
    // force.
    publish: (...given) => {
      const publication = lastPublication.then(() => publish(...given));
      lastPublication = publication.catch(() => {});
      return publication;
    },
  };
}

function issueOf({ line, column, path, message }: DefinitionFault) {
  const where = path === undefined ? '' : `${path}: `;
  return {
    path: 'source',
    message: `line ${line}: ${where}${message}`,
    line,
    ...(column !== undefined && { column }),
  };
}

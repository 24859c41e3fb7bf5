import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type * as wire from '../types.generated.ts';
import { Resource } from './resource.ts';

export class DomainsResource extends Resource {
  /** The enabled domains with their versions in force. */
  list(options?: CallOptions): Call<wire.DomainList> {
    return this.invoke('listDomains', {}, options);
  }

  /** A version of a domain as it was written, with a summary; by default the one in force. */
  get(domain: string, query?: { readonly version?: number }, options?: CallOptions): Call<wire.DomainSource> {
    return this.invoke('getDomain', { path: { domain }, query }, options);
  }

  /** The faults of a definition, or its summary and its finds in texts. */
  check(body: wire.DomainCheckRequest, options?: CallOptions): Call<wire.DomainCheck> {
    return this.invoke('checkDomain', { body }, options);
  }

  /** With a key of the operator: the enabled domains of a workspace. */
  listOf(tenantId: string, options?: CallOptions): Call<wire.DomainList> {
    return this.invoke('listTenantDomains', { path: { tenant_id: tenantId } }, options);
  }

  /** With a key of the operator: a version of a domain of a workspace. */
  getOf(
    tenantId: string,
    domain: string,
    query?: { readonly version?: number },
    options?: CallOptions,
  ): Call<wire.DomainSource> {
    return this.invoke('getTenantDomain', { path: { tenant_id: tenantId, domain }, query }, options);
  }

  /** With a key of the operator: stores the next version of a domain and puts it in force. */
  publish(
    tenantId: string,
    domain: string,
    body: wire.PublishDomainRequest,
    options?: CallOptions,
  ): Call<wire.PublishedDomain> {
    return this.invoke('publishDomain', { path: { tenant_id: tenantId, domain }, body }, options);
  }
}

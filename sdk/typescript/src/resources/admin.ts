import type { Call } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import type {
  AdminKey,
  AdminTenant,
  AuditEntryFields,
  ChangeTenantRequest,
  CreatedKey,
  CreateExperimentRequest,
  CreateKeyRequest,
  CreateTenantRequest,
  Experiment,
  ExperimentSummary,
  KeyFields,
  ListAuditEntriesData,
  ListExperimentsData,
  ListKeysData,
  ListTenantsData,
  SettingsInForce,
  SystemState,
  TenantFields,
} from '../types.generated.ts';
import { Resource } from './resource.ts';

/** For the operator. Needs a key with the scope `operator`, which the command line of the service makes. */
export class AdminResource extends Resource {
  /** Newest first. */
  listTenants(
    query?: Omit<NonNullable<ListTenantsData['query']>, 'cursor'>,
    options?: CallOptions,
  ): List<TenantFields> {
    return this.rowsOf('listTenants', query, options);
  }

  getTenant(tenantId: string, options?: CallOptions): Call<AdminTenant> {
    return this.invoke('getTenant', { path: { tenant_id: tenantId } }, options);
  }

  /** Not tried again by itself: an attempt whose answer was lost may have created the tenant. */
  createTenant(tenant: CreateTenantRequest, options?: CallOptions): Call<AdminTenant> {
    return this.invoke('createTenant', { body: tenant }, { maxRetries: 0, ...options });
  }

  /** A field that is left out stays as it is. */
  changeTenant(tenantId: string, change: ChangeTenantRequest, options?: CallOptions): Call<AdminTenant> {
    return this.invoke('changeTenant', { path: { tenant_id: tenantId }, body: change }, options);
  }

  /** Newest first. `tenant_id: 'operator'`: the keys of the operator. */
  listKeys(
    query?: Omit<NonNullable<ListKeysData['query']>, 'cursor'>,
    options?: CallOptions,
  ): List<KeyFields> {
    return this.rowsOf('listKeys', query, options);
  }

  /** The changes, newest first. `tenant_id: 'operator'`: changes that belong to no tenant. */
  listAuditEntries(
    query?: Omit<NonNullable<ListAuditEntriesData['query']>, 'cursor'>,
    options?: CallOptions,
  ): List<AuditEntryFields> {
    return this.rowsOf('listAuditEntries', query, options);
  }

  /** The answer is the only one that contains the key. Not tried again by itself, because that could make a second key. */
  createKey(tenantId: string, key: CreateKeyRequest = {}, options?: CallOptions): Call<CreatedKey> {
    return this.invoke(
      'createKey',
      { path: { tenant_id: tenantId }, body: key },
      { maxRetries: 0, ...options },
    );
  }

  /** Ends its sessions of the console too. Throws 409 for the key of this client. */
  revokeKey(keyId: string, options?: CallOptions): Call<AdminKey> {
    return this.invoke('revokeKey', { path: { key_id: keyId } }, options);
  }

  /** Not tried again by itself: a domain has one running experiment, and the second attempt would find the first one. */
  createExperiment(experiment: CreateExperimentRequest, options?: CallOptions): Call<Experiment> {
    return this.invoke('createExperiment', { body: experiment }, { maxRetries: 0, ...options });
  }

  /** Newest first. `tenant_id`: the experiments of one tenant. */
  listExperiments(
    query?: Omit<NonNullable<ListExperimentsData['query']>, 'cursor'>,
    options?: CallOptions,
  ): List<ExperimentSummary> {
    return this.rowsOf('listExperiments', query, options);
  }

  getExperiment(experimentId: string, options?: CallOptions): Call<Experiment> {
    return this.invoke('getExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /** Makes a last result. Throws 409 for an experiment that has ended. */
  stopExperiment(experimentId: string, options?: CallOptions): Call<Experiment> {
    return this.invoke('stopExperiment', { path: { experiment_id: experimentId } }, options);
  }

  /** The settings in force. A secret is never given, only whether it is set. */
  settings(options?: CallOptions): Call<SettingsInForce> {
    return this.invoke('listSettings', {}, options);
  }

  /** The state of the process that answers. */
  system(options?: CallOptions): Call<SystemState> {
    return this.invoke('getSystem', {}, options);
  }
}

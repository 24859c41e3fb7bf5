/** Wire shapes of the operator's resources: tenants, keys, settings in force. No secret is in any of them. */
import { z } from 'zod';
import { Engine } from './engines.ts';
import { Explore } from './explore.ts';
import { extractionModes } from './extraction-modes.ts';
import { FairExposure, FairExposureInForce } from './fair-exposure.ts';
import { ListQuery, listOf, ResourceId } from './lists.ts';
import { OPERATOR_SCOPE, tenantScopes } from './scopes.ts';

const MAX_DOMAINS = 100;
const MAX_LABELS = 100;
const MAX_RATE = 1_000_000;
const MAX_THRESHOLD = 1_000_000_000;
const DomainName = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be the name of a domain');

/** In examples of parameters. */
export const EXAMPLE_TENANT = 'ten_01jyav4m9zq3w8k5r7t2x6c0de';
export const EXAMPLE_KEY = 'key_01jyav4m9zq3w8k5r7t2x6c0df';

export const TenantPath = z.strictObject({
  tenant_id: ResourceId.describe('The `id` of the tenant.').meta({ example: EXAMPLE_TENANT }),
});
export const KeyPath = z.strictObject({
  key_id: ResourceId.describe('The `id` of the key: `key_…`.').meta({ example: EXAMPLE_KEY }),
});

const TenantDomain = z
  .object({
    domain: z.string(),
    version: z.int().describe('The version in force.'),
    threshold: z.int().describe('Pending triplets that start a training run.'),
    labels: z
      .record(z.string(), z.number())
      .describe('The labels of outcomes that the tenant added, with their polarity.'),
    people: z
      .int()
      .nullable()
      .describe('People in the candidate index; null while no index of the domain is open.'),
    fair_exposure: FairExposureInForce.nullable().describe('Null: off.'),
    explore: Explore.nullable().describe(
      'Share of places that show drawn candidates; null: 0.05 once a model that the own outcomes trained serves, else 0.',
    ),
    engine: Engine.describe('The engine that finds the candidates.'),
  })
  .meta({ id: 'TenantDomain' });

const TenantSettings = z
  .object({
    share_outcomes: z.boolean().describe('Whether outcomes may train the tiers that all tenants share.'),
    keep_documents: z.boolean().describe('Whether the bytes of documents (POST /v1/documents) are kept.'),
    extraction: z.enum(extractionModes).nullable().describe('Null: as the service is configured.'),
    memory_hosts: z.array(z.string()).describe('Hosts that `memory_ref` may reach by plain http.'),
    memory_header_set: z.boolean(),
    enrichment_origin: z.string().nullable().describe('Scheme and host of the enrichment endpoint.'),
    enrichment_header_set: z.boolean(),
    language_model: z
      .object({
        origin: z.string().nullable().describe('Scheme and host; null: the server of the service.'),
        model: z.string().nullable().describe('Null: the model of the service.'),
        api_key_set: z.boolean(),
        daily_usd: z.number().nullable().describe('US dollars a UTC day; null: see `daily_limit`.'),
        daily_limit: z.enum(['own', 'none', 'service']).describe('Whose daily limit counts.'),
        concurrency: z.int().nullable().describe('Questions at once; null: as the service is configured.'),
      })
      .nullable()
      .describe('Null: the language model of the service, if it has one.'),
  })
  .meta({ id: 'TenantSettings' });

export const TenantFields = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    created_at: z.string(),
    domains: z.array(TenantDomain).describe('In the order in which they were enabled.'),
    settings: TenantSettings,
  })
  .meta({ id: 'TenantFields' });

export const AdminTenant = TenantFields.extend({ request_id: z.string() }).meta({ id: 'AdminTenant' });
export const AdminTenantList = listOf(TenantFields).meta({ id: 'AdminTenantList' });

export const CreateTenantRequest = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .describe('Unique. Letters, digits, spaces and . _ -, a letter or digit first.'),
    email: z.string().min(3).max(320).describe('Where mails go when a training run ends.'),
    domains: z
      .union([z.literal('all'), z.array(DomainName).max(MAX_DOMAINS)])
      .default('all')
      .describe('Domains to enable, in their newest version; `all`: those that come with the product.'),
  })
  .meta({ id: 'CreateTenantRequest' });

const Labels = z
  .record(z.string().min(1).max(64), z.number())
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS, `at most ${MAX_LABELS} labels at once`);

/** A setting that is left out stays as it is. */
export const ChangeTenantRequest = z
  .strictObject({
    enable: z
      .array(DomainName)
      .max(MAX_DOMAINS)
      .optional()
      .describe('Domains to enable, or to move to their newest version.'),
    thresholds: z
      .record(DomainName, z.int().min(1).max(MAX_THRESHOLD))
      .optional()
      .describe('Pending triplets that start a training run, by domain.'),
    labels: z
      .record(DomainName, Labels)
      .optional()
      .describe('Labels of outcomes to add, by domain, with their polarity: −10 to 10, not 0.'),
    share_outcomes: z.boolean().optional(),
    keep_documents: z
      .boolean()
      .optional()
      .describe('Whether the bytes of documents are kept from now on; kept ones stay.'),
    fair_exposure: z
      .record(DomainName, FairExposure.nullable())
      .optional()
      .describe('Settings of fair exposure by domain, in place of earlier ones; null: off.'),
    explore: z
      .record(DomainName, Explore.nullable())
      .optional()
      .describe('Share of places that show drawn candidates, by domain; null: the default.'),
    engines: z
      .record(DomainName, Engine)
      .optional()
      .describe(
        'The engine that finds the candidates, by domain: `memory`, or `opensearch` for a domain that no machine holds. The move goes on in the background, and matches are served meanwhile.',
      ),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'names nothing to change; give enable, thresholds, labels, share_outcomes, keep_documents, fair_exposure, explore or engines',
  )
  .meta({ id: 'ChangeTenantRequest', minProperties: 1 });
export type ChangeTenantRequest = z.output<typeof ChangeTenantRequest>;

export const KeyFields = z
  .object({
    id: z.string().describe('Safe to show and to log; not the key itself.'),
    tenant_id: z.string().nullable().describe('Null: a key of the operator.'),
    tenant_name: z.string().nullable(),
    name: z.string().nullable().describe('The name of its holder, for people.'),
    scopes: z.array(z.enum([...tenantScopes, OPERATOR_SCOPE])),
    rate: z.number().describe('Requests a second.'),
    burst: z.number().describe('Requests at once.'),
    state: z.enum(['in_force', 'expired', 'revoked']),
    sessions: z.int().describe('Live sessions of the console that stand for the key.'),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    last_used_at: z.string().nullable().describe('Exact to a minute; null: no use was noted.'),
  })
  .meta({ id: 'KeyFields' });

export const AdminKey = KeyFields.extend({ request_id: z.string() }).meta({ id: 'AdminKey' });
export const AdminKeyList = listOf(KeyFields).meta({ id: 'AdminKeyList' });
export const CreatedKey = AdminKey.extend({
  key: z.string().describe('The key itself. No other answer contains it.'),
}).meta({ id: 'CreatedKey' });

export const KeyListQuery = ListQuery.extend({
  tenant_id: ResourceId.optional()
    .describe('Only keys of this tenant; `operator`: only those of the operator.')
    .meta({ example: EXAMPLE_TENANT }),
});

const KeyName = z.string().min(1).max(100).nullable().describe('For people; null: none.');

export const ChangeKeyRequest = z.strictObject({ name: KeyName }).meta({ id: 'ChangeKeyRequest' });

export const CreateKeyRequest = z
  .strictObject({
    name: KeyName.optional(),
    scopes: z
      .array(z.enum(tenantScopes))
      .min(1)
      .max(tenantScopes.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice')
      .optional()
      .describe('Default: all that a key of a tenant can have.'),
    expires_at: z.iso.datetime({ offset: true }).optional().describe('Default: never.'),
    rate: z.number().min(1).max(MAX_RATE).optional().describe('Requests a second; default 100.'),
    burst: z
      .number()
      .min(1)
      .max(MAX_RATE)
      .optional()
      .describe('Requests at once; default 200, or twice a given `rate`.'),
  })
  .meta({ id: 'CreateKeyRequest' });

const SettingInForce = z
  .object({
    variable: z.string(),
    flag: z.string(),
    value: z.string().nullable().describe('Null: not set, or a secret.'),
    secret: z.boolean(),
    set: z.boolean().describe('Whether it has a value.'),
    source: z.enum(['flag', 'environment', 'default']),
    meaning: z.string(),
  })
  .meta({ id: 'SettingInForce' });
export type SettingInForce = z.output<typeof SettingInForce>;

export const SettingsInForce = z
  .object({ data: z.array(SettingInForce), request_id: z.string() })
  .meta({ id: 'SettingsInForce' });

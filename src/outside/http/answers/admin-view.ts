/**
 * Tenants and keys as the operator's operations show them. A secret is never shown, only that there is one.
 */
import type { z } from 'zod';
import type { KeyFields, TenantFields } from '../../../contract/admin.ts';
import type { MemberFields, SessionFields } from '../../../contract/members.ts';
import { roleOf } from '../../../contract/roles.ts';
import { sessionMark } from '../../../platform/storage/session-store.ts';
import { OPERATOR_OWNER, type Tenant, type TenantSettings } from '../../../platform/storage/store.ts';
import type { KeyWithSessions } from '../../accounts/administration.ts';
import type { MemberWithSessions, SessionWithMember } from '../../accounts/member-administration.ts';

/** People of a tenant's domain; null where that is not known without counting. */
export type CountPeople = (tenant: string, domain: string) => number | null;

export function viewTenant(tenant: Tenant, people: CountPeople): z.output<typeof TenantFields> {
  return {
    id: tenant.tenantId,
    name: tenant.name,
    email: tenant.email,
    created_at: tenant.createdAt,
    domains: tenant.domains.map(({ domain, version, threshold, labels, fairExposure, explore, engine }) => ({
      domain,
      version,
      threshold,
      labels,
      people: people(tenant.tenantId, domain),
      fair_exposure: fairExposure ?? null,
      explore: explore ?? null,
      engine: engine ?? 'memory',
    })),
    settings: viewSettings(tenant.settings),
  };
}

function viewSettings(settings: TenantSettings) {
  const { llm } = settings;
  return {
    share_outcomes: settings.shareOutcomes ?? false,
    keep_documents: settings.keepDocuments ?? false,
    extraction: settings.extraction ?? null,
    memory_hosts: [...settings.memoryHosts],
    memory_header_set: settings.memoryHeader !== null,
    enrichment_origin: originOf(settings.enrichmentUrl),
    enrichment_header_set: settings.enrichmentHeader != null,
    language_model:
      llm === undefined || Object.keys(llm).length === 0
        ? null
        : {
            origin: originOf(llm.url),
            model: llm.model ?? null,
            api_key_set: llm.apiKey !== undefined,
            daily_usd: llm.dailyUsd ?? null,
            daily_limit: limitOf(llm.dailyUsd),
            concurrency: llm.concurrency ?? null,
          },
  };
}

function limitOf(dailyUsd: number | null | undefined): 'own' | 'none' | 'service' {
  if (dailyUsd === undefined) return 'service';
  return dailyUsd === null ? 'none' : 'own';
}

/** Path, query and user of an address may hold secrets; the origin has none of them. */
function originOf(address: string | null | undefined): string | null {
  return address == null ? null : (URL.parse(address)?.origin ?? null);
}

/** `nowMs`: epoch milliseconds. `nameOf`: the name of a tenant. */
export async function viewKey(
  { key, sessions }: KeyWithSessions,
  nowMs: number,
  nameOf: (tenant: string) => Promise<string | null>,
): Promise<z.output<typeof KeyFields>> {
  const { keyId, tenantId, name, scopes, rate, burst, createdAt, expiresAt, revokedAt, usedAt } = key;
  const tenant = tenantId === OPERATOR_OWNER ? null : tenantId;
  return {
    id: keyId,
    tenant_id: tenant,
    tenant_name: tenant === null ? null : await nameOf(tenant),
    name,
    scopes: [...scopes],
    rate,
    burst,
    state: stateOf(revokedAt, expiresAt, nowMs),
    sessions,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: usedAt,
  };
}

type NameOf = (tenant: string) => Promise<string | null>;

/** `nameOf`: the name of a tenant. */
export async function viewMember(
  { member, sessions }: MemberWithSessions,
  nameOf: NameOf,
): Promise<z.output<typeof MemberFields>> {
  const { memberId, email, name, scopes, createdAt, createdBy, lastSignInAt } = member;
  return {
    id: memberId,
    ...(await ownerIn(member.tenantId, nameOf)),
    email,
    name,
    role: roleOf(scopes),
    scopes: [...scopes],
    sessions,
    created_at: createdAt,
    created_by: createdBy,
    last_sign_in_at: lastSignInAt,
  };
}

/** `nameOf`: the name of a tenant. */
export async function viewSession(
  { session, member }: SessionWithMember,
  nameOf: NameOf,
): Promise<SessionFields> {
  const { hash, tenantId, keyId, scopes, createdAtMs, usedAtMs, expiresAtMs } = session;
  return {
    id: sessionMark(hash),
    ...(await ownerIn(tenantId, nameOf)),
    key_id: member === null ? keyId : null,
    member_id: member?.memberId ?? null,
    email: member?.email ?? null,
    scopes: [...(member?.scopes ?? scopes)],
    created_at: new Date(createdAtMs).toISOString(),
    used_at: new Date(usedAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

async function ownerIn(owner: string, nameOf: NameOf) {
  if (owner === OPERATOR_OWNER) return { tenant_id: null, tenant_name: null };
  return { tenant_id: owner, tenant_name: await nameOf(owner) };
}

function stateOf(revokedAt: string | null, expiresAt: string | null, nowMs: number) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'in_force';
}

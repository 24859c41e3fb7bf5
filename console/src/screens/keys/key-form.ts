import type { wire } from 'counterpart-client';

export const tenantScopes = ['read', 'write', 'match', 'train', 'data', 'export', 'infer', 'ingest'] as const;
type TenantScope = (typeof tenantScopes)[number];

export interface KeyForm {
  /** Empty: none. */
  readonly name: string;
  readonly scopes: readonly TenantScope[];
  /** `2030-12-31`, or empty: never. */
  readonly expires: string;
  readonly rate: string | number;
  readonly burst: string | number;
}

export const emptyKeyForm: KeyForm = { name: '', scopes: tenantScopes, expires: '', rate: '', burst: '' };

/** An empty field is left to the service. The key ends with its last day, in UTC. */
export function keyRequest({ name, scopes, expires, rate, burst }: KeyForm): wire.CreateKeyRequest {
  return {
    ...(name !== '' && { name }),
    scopes: [...scopes],
    ...(expires !== '' && { expires_at: `${expires}T23:59:59Z` }),
    ...(rate !== '' && { rate: Number(rate) }),
    ...(burst !== '' && { burst: Number(burst) }),
  };
}

/** The form with the scope added, or taken away where it was there; in the order of the list. */
export function withScope(form: KeyForm, scope: TenantScope): KeyForm {
  const has = form.scopes.includes(scope);
  return {
    ...form,
    scopes: tenantScopes.filter((tenantScope) =>
      tenantScope === scope ? !has : form.scopes.includes(tenantScope),
    ),
  };
}

/** The rights that a tenant's key can have. */
export const tenantScopes = ['read', 'write', 'match', 'train', 'data', 'export', 'infer', 'ingest'] as const;

/** The scope of an operator's key, which has no other and belongs to no tenant. */
export const OPERATOR_SCOPE = 'operator';
export type Scope = (typeof tenantScopes)[number] | typeof OPERATOR_SCOPE;

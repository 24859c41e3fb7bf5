import { type TenantId, tenantId } from '../../contract/brands.ts';

export { OPERATOR_SCOPE, type Scope, tenantScopes } from '../../contract/scopes.ts';

/** Owner of the operator's keys and sessions. No tenant has this id: theirs begin with `ten_`. */
export const OPERATOR_OWNER: TenantId = tenantId('operator');

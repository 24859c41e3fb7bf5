/** Roles of members: names of sets of scopes. The scopes decide; a role is only a way to name them. */
import { type Scope, tenantScopes } from './scopes.ts';

export const roleNames = ['viewer', 'matchmaker', 'analyst', 'admin'] as const;
export type RoleName = (typeof roleNames)[number];

export const scopesOfRole: Readonly<Record<RoleName, readonly (typeof tenantScopes)[number][]>> = {
  viewer: ['read'],
  matchmaker: ['read', 'write', 'match'],
  analyst: ['read', 'match', 'train', 'data', 'infer'],
  admin: tenantScopes,
};

/** The role that has exactly these scopes; null: none has. */
export function roleOf(scopes: readonly Scope[]): RoleName | null {
  const wanted = new Set<Scope>(scopes);
  const isSame = (role: RoleName) =>
    scopesOfRole[role].length === wanted.size && scopesOfRole[role].every((scope) => wanted.has(scope));
  return roleNames.find(isSame) ?? null;
}

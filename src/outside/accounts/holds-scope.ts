import type { Scope } from '../../platform/storage/store.ts';

/** Scopes that are included in other scopes. */
const broughtBy: Readonly<Partial<Record<Scope, readonly Scope[]>>> = { export: ['data'] };

/** Whether a key with `scopes` has the scope `wanted`. */
export function holdsScope(scopes: readonly Scope[], wanted: Scope): boolean {
  return [wanted, ...(broughtBy[wanted] ?? [])].some((scope) => scopes.includes(scope));
}

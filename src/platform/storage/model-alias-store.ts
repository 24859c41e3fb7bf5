/** Aliases of models: a name that callers use in place of an id, and the last moves of it. */
import type { TenantId } from '../../contract/brands.ts';

/** The alias names this model from then on. */
export interface AliasMove {
  readonly modelId: string;
  /** ISO 8601, UTC. */
  readonly movedAt: string;
  /** The cause in words, for a person. */
  readonly reason: string;
}

export interface ModelAlias {
  readonly tenantId: TenantId;
  readonly name: string;
  /** The last MAX_ALIAS_MOVES moves, newest first; at least one. The first one is in force. */
  readonly moves: readonly AliasMove[];
}

export const MAX_ALIAS_MOVES = 10;

export interface ModelAliasStore {
  get(tenant: TenantId, name: string): Promise<ModelAlias | null>;
  /** All of the tenant, by name. */
  list(tenant: TenantId): Promise<readonly ModelAlias[]>;
  /** The aliases that name the model now, by name. */
  naming(tenant: TenantId, modelId: string): Promise<readonly string[]>;
  /**
   * Creates the alias if there is none. `from`: the model that it must name now, else nothing changes; left
   * out: any. The result says whether it was moved: not if it names this model already.
   */
  move(tenant: TenantId, name: string, to: AliasMove, from?: string): Promise<MoveResult>;
  /** False where there was none. */
  remove(tenant: TenantId, name: string): Promise<boolean>;
}

export type MoveResult = 'moved' | 'unchanged' | 'names_another';

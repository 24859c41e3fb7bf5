/**
 * Aliases of models for callers: read, moved, removed. A move holds in every process with its next request.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { ModelAliasFields, MoveAliasRequest } from '../../../contract/model-alias.ts';
import type { ModelAlias, ModelAliasStore } from '../../../platform/storage/model-alias-store.ts';
import { type ModelLookup, noAlias, readyModel } from '../adaptation/find-model.ts';

export interface ModelAliasService {
  /** 404 `model_not_found`. */
  get(tenant: TenantId, name: string): Promise<ModelAliasFields>;
  /** All of the workspace, by name. */
  list(tenant: TenantId): Promise<readonly ModelAliasFields[]>;
  /**
   * Creates the alias, or moves it. Does nothing if it names the model already. `reason`: where the request
   * has none. 404 `model_not_found`; 409 `model_not_ready`, `conflict` where it names another model than
   * `from_model_id`, or where the workspace has MAX_ALIASES.
   */
  move(tenant: TenantId, name: string, request: MoveAliasRequest, reason: string): Promise<ModelAliasFields>;
  /** 404 `model_not_found`. */
  remove(tenant: TenantId, name: string): Promise<void>;
}

/** The most aliases of a workspace. */
const MAX_ALIASES = 100;

export function createModelAliasService({
  aliases,
  models,
  clock,
}: {
  readonly aliases: ModelAliasStore;
  readonly models: ModelLookup;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): ModelAliasService {
  async function find(tenant: TenantId, name: string): Promise<ModelAlias> {
    const alias = await aliases.get(tenant, name);
    if (alias === null) throw noAlias(name);
    return alias;
  }

  return {
    get: async (tenant, name) => aliasFields(await find(tenant, name)),
    list: async (tenant) => (await aliases.list(tenant)).map(aliasFields),
    async move(tenant, name, { model_id, from_model_id: from, reason: given }, reason) {
      const { modelId } = await readyModel(models, tenant, model_id);
      if ((await aliases.get(tenant, name)) === null && (await aliases.list(tenant)).length >= MAX_ALIASES)
        throw tooMany();
      const to = { modelId, movedAt: new Date(clock()).toISOString(), reason: given ?? reason };
      const result = await aliases.move(tenant, name, to, from);
      if (result === 'names_another') throw namesAnother(name, from!, await aliases.get(tenant, name));
      return aliasFields(await find(tenant, name));
    },
    async remove(tenant, name) {
      if (!(await aliases.remove(tenant, name))) throw noAlias(name);
    },
  };
}

function aliasFields({ name, moves }: ModelAlias): ModelAliasFields {
  const [newest] = moves;
  return {
    name,
    id: `alias:${name}`,
    model_id: newest!.modelId,
    moved_at: newest!.movedAt,
    moves: moves.map(({ modelId, movedAt, reason }) => ({ model_id: modelId, moved_at: movedAt, reason })),
  };
}

function namesAnother(name: string, expected: string, now: ModelAlias | null) {
  const named = now?.moves[0]?.modelId ?? null;
  return apiError(
    'conflict',
    `The alias ${name} names ${named ?? 'no model'}, not ${expected}; nothing was moved. Read it again, and move it from the model that it names now.`,
    { alias: name, model_id: named, from_model_id: expected },
  );
}

function tooMany() {
  return apiError(
    'conflict',
    `This workspace has ${MAX_ALIASES} aliases, the most that it may have. Remove one with DELETE /v1/model-aliases/{name}.`,
    { most: MAX_ALIASES },
  );
}

/**
 * Sequence models and their aliases as plain lists in memory: the model that the stores are tested against.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Deletion, ErasedModel, UsedBy } from '../deletion-store.ts';
import type { JobError } from '../job.ts';
import { type AliasMove, MAX_ALIAS_MOVES, type ModelAlias, type MoveResult } from '../model-alias-store.ts';
import type { Model, ModelMade, NewModel } from '../model-store.ts';

/** `isRunning`: its job. */
export type MadeModel = Model & { readonly isRunning: boolean };

export class ModelModels {
  models: readonly MadeModel[] = [];
  aliases: readonly ModelAlias[] = [];
  readonly #made = new Map<TenantId, number>();

  /** Both tenants have the same ids. */
  newId(tenant: TenantId): string {
    const made = (this.#made.get(tenant) ?? 0) + 1;
    this.#made.set(tenant, made);
    return `model_${String(made).padStart(3, '0')}`;
  }

  /** Newest first. */
  of(tenant: TenantId): readonly MadeModel[] {
    return this.models
      .filter((model) => model.tenantId === tenant)
      .sort((a, b) => (a.modelId < b.modelId ? 1 : -1));
  }

  create(model: NewModel): void {
    const versions = this.of(model.tenantId).filter(({ name }) => name === model.name);
    const version = Math.max(0, ...versions.map((other) => other.version)) + 1;
    const unmade = { status: 'training', made: null, error: null, evaluating: null } as const;
    this.models = [...this.models, { ...model, version, ...unmade, isRunning: true }];
  }

  /** A model serves before its evaluation. */
  serve({ tenantId, modelId }: Model, made: ModelMade, progress: number): void {
    const { tokenizerId } = made;
    const evaluating = { stage: null, progress };
    this.#change(tenantId, modelId, () => ({ status: 'ready', made, tokenizerId, evaluating }));
  }

  complete({ tenantId, modelId }: Model, made: ModelMade): void {
    const ended = { evaluating: null, isRunning: false };
    const { tokenizerId } = made;
    this.#change(tenantId, modelId, () => ({ status: 'ready', made, tokenizerId, ...ended }));
  }

  /** A model that serves already stays, and its card says so. */
  fail({ tenantId, modelId }: Model, error: JobError): void {
    const ended = { evaluating: null, isRunning: false };
    this.#change(tenantId, modelId, ({ made }) => {
      if (made === null) return { status: 'failed', error, ...ended };
      const evaluation = `The model serves, but its evaluation did not end (${error.code}). ${made.evaluation}`;
      return { made: { ...made, evaluation, isEvaluated: true }, ...ended };
    });
  }

  delete(tenant: TenantId, modelId: string): Deletion<ErasedModel> {
    const model = this.of(tenant).find((each) => each.modelId === modelId);
    if (model === undefined) return { state: 'missing' };
    const by: UsedBy[] = [
      ...this.naming(tenant, modelId).map((id) => ({ type: 'alias', id }) as const),
      ...(model.isRunning ? [{ type: 'job', id: model.jobId } as const] : []),
      ...this.of(tenant)
        .filter((other) => other.isRunning && other.baseModelId === modelId)
        .map((other) => ({ type: 'model', id: other.modelId }) as const),
    ];
    if (by.length > 0) return { state: 'used', by };
    this.models = this.models.filter((each) => each !== model);
    return { state: 'deleted', files: model.made?.files ?? [], dataset: null };
  }

  alias(tenant: TenantId, name: string): ModelAlias | null {
    return this.aliases.find((each) => each.tenantId === tenant && each.name === name) ?? null;
  }

  naming(tenant: TenantId, modelId: string): readonly string[] {
    return this.aliases
      .filter((alias) => alias.tenantId === tenant && alias.moves[0]!.modelId === modelId)
      .map(({ name }) => name)
      .sort();
  }

  move(tenant: TenantId, name: string, to: AliasMove, from: string | null): MoveResult {
    const alias = this.alias(tenant, name);
    const named = alias?.moves[0]?.modelId;
    if (from !== null && named !== from) return 'names_another';
    if (named === to.modelId) return 'unchanged';
    const moves = [to, ...(alias?.moves ?? [])].slice(0, MAX_ALIAS_MOVES);
    this.aliases = [...this.aliases.filter((each) => each !== alias), { tenantId: tenant, name, moves }];
    return 'moved';
  }

  remove(tenant: TenantId, name: string): boolean {
    const alias = this.alias(tenant, name);
    this.aliases = this.aliases.filter((each) => each !== alias);
    return alias !== null;
  }

  #change(tenant: TenantId, modelId: string, changed: (model: MadeModel) => Partial<MadeModel>): void {
    this.models = this.models.map((each) =>
      each.tenantId === tenant && each.modelId === modelId ? { ...each, ...changed(each) } : each,
    );
  }
}

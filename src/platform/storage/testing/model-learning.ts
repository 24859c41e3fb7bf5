/**
 * Training runs and the ranking models that serve, as plain lists in memory: the model that the stores are
 * tested against.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Tier } from '../../../contract/tier.ts';
import {
  EVERY_DOMAIN,
  type NewRankingModel,
  type RunEnding,
  type RunStatus,
  SHARED_OWNER,
  type StartedRun,
  type StartRun,
  type StoredRankingModel,
  type TrainingRun,
} from '../learning-store.ts';
import { ModelTriplets } from './model-triplets.ts';

const tiers: readonly Tier[] = ['tenant', 'domain', 'general'];

/** A run without the properties that follow from other lists. */
type KnownRun = Omit<TrainingRun, 'inForce'> & { readonly isEnded: boolean };
type Mark = { readonly runId: string; readonly userId: string };

export class ModelLearning extends ModelTriplets {
  runs: readonly KnownRun[] = [];
  models: readonly Omit<StoredRankingModel, 'erased'>[] = [];
  /** Ids of erased people that a model may still have. */
  marks: readonly Mark[] = [];
  learned: readonly (Mark & { readonly tenant: TenantId; readonly domain: string })[] = [];
  /** The counter that caches of models read. */
  changes = 0;

  /** Newest first. */
  runsOf(owner: TenantId): readonly TrainingRun[] {
    return this.runs
      .filter((run) => run.tenantId === owner)
      .sort((a, b) => (a.runId < b.runId ? 1 : -1))
      .map(({ isEnded: _, ...run }) => ({ ...run, inForce: this.#modelOf(run)?.inForce ?? false }));
  }

  start({ run, atLeast, borrowed }: StartRun): StartedRun {
    const { minutes, ...named } = run;
    const standing = this.runs.find(
      (each) => !each.isEnded && each.tenantId === run.tenantId && each.domain === run.domain,
    );
    if (standing !== undefined) return { state: 'exists', run: this.#read(standing) };
    const place = { tenant: run.tenantId, domain: run.domain };
    const pending = borrowed ?? this.pending(place).length;
    if (pending < atLeast) return { state: 'too_few', pending };
    if (borrowed === undefined) this.freeze(place, run.runId);
    const estimatedMinutes = Math.max(1, Math.ceil(minutes.base + minutes.perTriplet * pending));
    const unended = { version: null, metrics: null, reason: null, startedAt: null, finishedAt: null };
    const begun = { ...named, ...unended, status: 'queued' as const, progress: 0, isEnded: false };
    this.runs = [...this.runs, { ...begun, tripletsUsed: pending, estimatedMinutes }];
    return { state: 'started', run: this.#read(begun) };
  }

  protected override isUnfinished(runId: string): boolean {
    return this.runs.some((run) => !run.isEnded && run.runId === runId);
  }

  /** No run starts by itself where one failed after this time. */
  hasFailedSince(owner: TenantId, domain: string, since: string): boolean {
    return this.runs.some(
      (run) =>
        run.tenantId === owner &&
        run.domain === domain &&
        run.status === 'failed' &&
        run.finishedAt! >= since,
    );
  }

  change({ runId }: Pick<TrainingRun, 'runId'>, changed: Partial<KnownRun>): void {
    this.runs = this.runs.map((run) => (run.runId === runId ? { ...run, ...changed } : run));
  }

  end(run: TrainingRun, { status, metrics, reason, startedAt, finishedAt, model }: RunEnding): void {
    const { tenantId: tenant, domain, runId } = run;
    const progress = status === 'deployed' || status === 'rejected' ? 1 : run.progress;
    const ended = { status: status as RunStatus, progress, metrics, reason, finishedAt, isEnded: true };
    this.change(run, { ...ended, version: model?.version ?? null, startedAt: startedAt ?? run.startedAt });
    if (model !== null) this.models = [...this.models, { ...model, deployedAt: null, inForce: false }];
    else this.marks = this.marks.filter((mark) => mark.runId !== runId);
    if (status === 'deployed') this.deploy(tenant, runId, finishedAt);
    if (status === 'failed' || status === 'cancelled')
      this.free(this.of({ tenant, domain }).filter((each) => each.runId === runId));
  }

  /** Triplets of runs that have ended. */
  freeUsed(tenant: TenantId, domain: string): void {
    const isOver = (runId: string) => this.runs.some((run) => run.isEnded && run.runId === runId);
    this.free(this.of({ tenant, domain }).filter(({ runId }) => runId !== null && isOver(runId)));
  }

  deploy(owner: TenantId, runId: string, at: string): 'deployed' | 'no_model' {
    const model = this.models.find((each) => each.tenantId === owner && each.runId === runId);
    if (model === undefined) return 'no_model';
    const isInPlace = (each: NewRankingModel) =>
      (['tenantId', 'domain', 'tier'] as const).every((name) => each[name] === model[name]);
    this.models = this.models.map((each) => {
      if (each === model) return { ...each, inForce: true, deployedAt: at };
      return isInPlace(each) ? { ...each, inForce: false } : each;
    });
    this.changes += 1;
    return 'deployed';
  }

  withdrawModel(owner: TenantId, domain: string): boolean {
    const serving = this.models.filter(
      (each) => each.inForce && each.tenantId === owner && each.domain === domain,
    );
    this.models = this.models.map((each) => (serving.includes(each) ? { ...each, inForce: false } : each));
    if (serving.length > 0) this.changes += 1;
    return serving.length > 0;
  }

  /** The most specific tier first. */
  serving(tenant: TenantId, domain: string): readonly StoredRankingModel[] {
    return this.stored()
      .filter((each) => each.inForce && [tenant, SHARED_OWNER].includes(each.tenantId))
      .filter((each) => [domain, EVERY_DOMAIN].includes(each.domain))
      .sort((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
  }

  stored(): readonly StoredRankingModel[] {
    return this.models.map((each) => ({ ...each, erased: this.erasedFrom(each.runId) }));
  }

  erasedFrom(runId: string): readonly string[] {
    return [...new Set(this.marks.filter((mark) => mark.runId === runId).map(({ userId }) => userId))].sort();
  }

  /** Its files no longer name the erased people. */
  rewrite({ tenantId, runId, version }: StoredRankingModel, made: Pick<NewRankingModel, 'card' | 'files'>) {
    this.models = this.models.map((each) =>
      each.tenantId === tenantId && each.version === version ? { ...each, ...made } : each,
    );
    this.marks = this.marks.filter((mark) => mark.runId !== runId);
    this.changes += 1;
  }

  override erase(tenant: TenantId, userId: string, domain: string | null): void {
    super.erase(tenant, userId, domain);
    const isTheirs = (each: ModelLearning['learned'][number]) =>
      each.tenant === tenant && each.userId === userId && (domain === null || each.domain === domain);
    const taught = new Set(this.learned.filter(isTheirs).map(({ runId }) => runId));
    const kept = this.models.filter((each) => each.tenantId === tenant && taught.has(each.runId));
    const unended = this.runs.filter(
      (run) => !run.isEnded && run.tenantId === tenant && (domain === null || run.domain === domain),
    );
    this.marks = [...this.marks, ...[...kept, ...unended].map(({ runId }) => ({ runId, userId }))];
    if (kept.length > 0) this.changes += 1;
    this.learned = this.learned.filter((each) => !isTheirs(each));
  }

  #modelOf({ tenantId, runId }: Pick<TrainingRun, 'tenantId' | 'runId'>) {
    return this.models.find((each) => each.tenantId === tenantId && each.runId === runId);
  }

  #read({ tenantId, runId }: Pick<TrainingRun, 'tenantId' | 'runId'>): TrainingRun {
    return this.runsOf(tenantId).find((run) => run.runId === runId)!;
  }
}

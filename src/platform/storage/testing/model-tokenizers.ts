/** Tokenizers, the models that have their codes, and simulations, as plain lists in memory. */
import type { TenantId } from '../../../contract/brands.ts';
import type { Deletion, ErasedModel, UsedBy } from '../deletion-store.ts';
import type { JobError, JobStatus } from '../job.ts';
import type { NewModel } from '../model-store.ts';
import type { NewSimulation, Simulation, SimulationEnding } from '../simulation-store.ts';
import type { NewTokenizer, Tokenizer, TokenizerMade } from '../tokenizer-store.ts';

type UsingModel = Pick<NewModel, 'tenantId' | 'modelId' | 'datasetId' | 'tokenizerId' | 'jobId'>;
type MadeTokenizer = Omit<Tokenizer, 'status'>;
type AskedSimulation = NewSimulation & {
  readonly datasetId: string;
  readonly ending: SimulationEnding | null;
};
export interface ModelJob {
  readonly tenantId: TenantId;
  readonly jobId: string;
  readonly resource: { readonly type: 'tokenizer' | 'model' | 'simulation'; readonly id: string };
  readonly status: JobStatus;
}
type Owned = { readonly tenantId: TenantId };

export class ModelTokenizers {
  tokenizers: readonly MadeTokenizer[] = [];
  models: readonly (UsingModel & { readonly ended: 'ready' | 'failed' | null })[] = [];
  simulations: readonly AskedSimulation[] = [];
  jobs: readonly ModelJob[] = [];
  readonly #made = new Map<string, number>();

  /** Both tenants have the same ids. */
  newId(tenant: TenantId, prefix: string): string {
    const made = (this.#made.get(`${tenant} ${prefix}`) ?? 0) + 1;
    this.#made.set(`${tenant} ${prefix}`, made);
    return `${prefix}_${String(made).padStart(3, '0')}`;
  }

  statusOf(jobId: string | null): JobStatus | null {
    return this.jobs.find((job) => job.jobId === jobId)?.status ?? null;
  }

  setStatus({ jobId }: Pick<ModelJob, 'jobId'>, status: JobStatus): void {
    this.jobs = this.jobs.map((job) => (job.jobId === jobId ? { ...job, status } : job));
  }

  create(tokenizer: NewTokenizer, made: TokenizerMade | null = null): void {
    const versions = this.tokenizers
      .filter(({ tenantId, name }) => tenantId === tokenizer.tenantId && name === tokenizer.name)
      .map(({ version }) => version);
    const version = Math.max(0, ...versions) + 1;
    this.tokenizers = [...this.tokenizers, { ...tokenizer, version, made, error: null }];
  }

  /** The first end stays. */
  end(tenant: TenantId, tokenizerId: string, ending: TokenizerMade | JobError): void {
    const end = 'code' in ending ? { error: ending } : { made: ending };
    this.tokenizers = this.tokenizers.map((each) =>
      each.tenantId === tenant && each.tokenizerId === tokenizerId && !isEnded(each)
        ? { ...each, ...end }
        : each,
    );
  }

  endModel(tenant: TenantId, modelId: string, ended: 'ready' | 'failed'): void {
    this.models = this.models.map((each) =>
      each.tenantId === tenant && each.modelId === modelId ? { ...each, ended } : each,
    );
  }

  endSimulation(tenant: TenantId, simulationId: string, ending: SimulationEnding): void {
    this.simulations = this.simulations.map((each) =>
      each.tenantId === tenant && each.simulationId === simulationId ? { ...each, ending } : each,
    );
  }

  read(tenant: TenantId): readonly Tokenizer[] {
    return newestFirst(ofTenant(this.tokenizers, tenant), ({ tokenizerId }) => tokenizerId).map((each) => {
      const unended = this.statusOf(each.jobId) === 'running' ? 'fitting' : 'queued';
      return {
        ...each,
        status: each.made !== null ? 'ready' : each.error !== null ? 'failed' : unended,
      };
    });
  }

  readSimulations(tenant: TenantId): readonly Simulation[] {
    return newestFirst(ofTenant(this.simulations, tenant), ({ simulationId }) => simulationId).map(
      ({ datasetId: _, ending, ...asked }) => ({
        ...asked,
        status: ending?.status ?? this.statusOf(asked.jobId)!,
        result: ending?.status === 'succeeded' ? ending.result : null,
        error: ending?.status === 'failed' ? ending.error : null,
      }),
    );
  }

  deleteTokenizer(tenant: TenantId, tokenizerId: string): Deletion<object> {
    const found = ofTenant(this.tokenizers, tenant).find((each) => each.tokenizerId === tokenizerId);
    if (found === undefined) return { state: 'missing' };
    const by = [
      ...this.#ownJob(found.jobId),
      ...ofTenant(this.models, tenant)
        .filter((model) => model.tokenizerId === tokenizerId && model.ended !== 'failed')
        .map(({ modelId: id }): UsedBy => ({ type: 'model', id })),
    ];
    if (by.length > 0) return { state: 'used', by };
    this.tokenizers = this.tokenizers.filter((each) => each !== found);
    return { state: 'deleted', files: found.made === null ? [] : [found.made.file] };
  }

  deleteModel(tenant: TenantId, modelId: string): Deletion<ErasedModel> {
    const found = ofTenant(this.models, tenant).find((each) => each.modelId === modelId);
    if (found === undefined) return { state: 'missing' };
    const by = [
      ...this.#ownJob(found.jobId),
      ...this.#simulating(tenant, (each) => each.modelId === modelId),
    ];
    if (by.length > 0) return { state: 'used', by };
    this.models = this.models.filter((each) => each !== found);
    return { state: 'deleted', files: [], dataset: null };
  }

  /** Unfinished work that reads the dataset. */
  usersOf(tenant: TenantId, datasetId: string): readonly UsedBy[] {
    const models = ofTenant(this.models, tenant).filter(
      (each) => each.datasetId === datasetId && this.#isOpen(each.jobId),
    );
    const tokenizers = ofTenant(this.tokenizers, tenant).filter(
      (each) => each.datasetId === datasetId && !isEnded(each),
    );
    return [
      ...models.map(({ modelId: id }): UsedBy => ({ type: 'model', id })),
      ...tokenizers.map(({ tokenizerId: id }): UsedBy => ({ type: 'tokenizer', id })),
      ...this.#simulating(tenant, (each) => each.datasetId === datasetId),
    ];
  }

  #isOpen(jobId: string | null): boolean {
    return ['queued', 'running'].includes(this.statusOf(jobId) ?? '');
  }

  #ownJob(jobId: string | null): readonly UsedBy[] {
    return this.#isOpen(jobId) ? [{ type: 'job', id: jobId! }] : [];
  }

  #simulating(tenant: TenantId, uses: (simulation: AskedSimulation) => boolean): readonly UsedBy[] {
    return ofTenant(this.simulations, tenant)
      .filter((each) => uses(each) && each.ending === null && this.#isOpen(each.jobId))
      .map(({ simulationId: id }): UsedBy => ({ type: 'simulation', id }));
  }
}

export const isEnded = ({ made, error }: Pick<Tokenizer, 'made' | 'error'>) =>
  made !== null || error !== null;

const ofTenant = <Row extends Owned>(rows: readonly Row[], tenant: TenantId) =>
  rows.filter(({ tenantId }) => tenantId === tenant);

const newestFirst = <Row>(rows: readonly Row[], idOf: (row: Row) => string) =>
  rows.toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1));

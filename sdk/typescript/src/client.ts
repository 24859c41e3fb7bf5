import type { Call } from './call.ts';
import type { AnyDomain, DomainTypes } from './domain.ts';
import { CounterpartError } from './errors.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { AdminResource } from './resources/admin.ts';
import {
  AdaptationsResource,
  DatasetsResource,
  GenerateResource,
  ModelAliasesResource,
  ModelsResource,
  SemanticIdsResource,
  SimulationsResource,
  TokenizersResource,
} from './resources/behaviour.ts';
import { DomainsResource } from './resources/domains.ts';
import { DownloadsResource } from './resources/downloads.ts';
import { JobsResource } from './resources/jobs.ts';
import {
  ContextResource,
  FeedbackResource,
  MatchResource,
  OutcomesResource,
  SchemaResource,
  TrainingResource,
} from './resources/matching.ts';
import { invoker, searchOf } from './resources/resource.ts';
import { EarlierResource, ServiceResource } from './resources/service.ts';
import { StatisticsResource } from './resources/statistics.ts';
import { UsersResource } from './resources/users.ts';
import { createTransport, type Send } from './transport.ts';

/** An operation that this version of the package has no method for. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address: `/v1/users`. Ids in it are encoded by the caller. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * A client of one service and key. `D`: the types of your domains (`counterpart types`); without them any domain and
 * any field may be named. It holds no connection of its own and needs no closing.
 */
export class Counterpart<D extends DomainTypes = AnyDomain> {
  readonly users: UsersResource<D>;
  readonly context: ContextResource<D>;
  readonly schema: SchemaResource<D>;
  readonly domains: DomainsResource;
  readonly match: MatchResource<D>;
  readonly feedback: FeedbackResource<D>;
  readonly outcomes: OutcomesResource<D>;
  readonly training: TrainingResource<D>;
  readonly statistics: StatisticsResource<D>;
  readonly datasets: DatasetsResource;
  readonly adaptations: AdaptationsResource;
  readonly models: ModelsResource;
  readonly modelAliases: ModelAliasesResource;
  readonly generate: GenerateResource;
  readonly simulations: SimulationsResource;
  readonly tokenizers: TokenizersResource;
  readonly semanticIds: SemanticIdsResource;
  readonly jobs: JobsResource;
  readonly downloads: DownloadsResource;
  readonly admin: AdminResource;
  readonly service: ServiceResource;
  /** Operations of an earlier version of the API. */
  readonly earlier: EarlierResource;
  readonly #send: Send;
  readonly #baseUrl: string;

  constructor(options: ClientOptions) {
    this.#baseUrl = originOf(options.baseUrl);
    this.#send = createTransport(options);
    const invoke = invoker(this.#send, this.#baseUrl);
    this.users = new UsersResource(invoke);
    this.context = new ContextResource(invoke);
    this.schema = new SchemaResource(invoke);
    this.domains = new DomainsResource(invoke);
    this.match = new MatchResource(invoke);
    this.feedback = new FeedbackResource(invoke);
    this.outcomes = new OutcomesResource(invoke);
    this.training = new TrainingResource(invoke);
    this.statistics = new StatisticsResource(invoke);
    this.datasets = new DatasetsResource(invoke);
    this.adaptations = new AdaptationsResource(invoke);
    this.models = new ModelsResource(invoke);
    this.modelAliases = new ModelAliasesResource(invoke);
    this.generate = new GenerateResource(invoke);
    this.simulations = new SimulationsResource(invoke);
    this.tokenizers = new TokenizersResource(invoke);
    this.semanticIds = new SemanticIdsResource(invoke);
    this.jobs = new JobsResource(invoke);
    this.downloads = new DownloadsResource(invoke);
    this.admin = new AdminResource(invoke);
    this.service = new ServiceResource(invoke);
    this.earlier = new EarlierResource(invoke);
  }

  /** Sends any request with the key, the retries and the errors of the other methods. Every POST gets an Idempotency-Key. */
  request<T = unknown>({ method, path, query, body }: RawRequest, options?: CallOptions): Call<T> {
    return this.#send<T>(
      {
        operation: 'request',
        method,
        url: () => this.#baseUrl + absolute(path) + searchOf(query),
        body,
        takesKey: method === 'POST',
        open: false,
        answer: 'any',
      },
      options,
    );
  }
}

function absolute(path: string): string {
  if (!path.startsWith('/')) throw new CounterpartError(`path must begin with /; «${path}» was given`);
  return path;
}

/** Without `/v1` and slashes at the end. Throws where it is no http address, without quoting it: it may hold a password. */
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || /[?#@\s]/.test(baseUrl))
    throw new CounterpartError(
      'baseUrl must be an http address without query or password, for example http://localhost:8080',
    );
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

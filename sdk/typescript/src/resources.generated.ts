// Generated from docs/openapi.json by sdk/typescript/generate.
import type { AnyDomain, DomainTypes } from './domain.ts';
import { UsersResource } from './resources/users.ts';
import {
  ContextResource,
  DomainsResource,
  OutcomesResource,
  StatisticsResource,
  AdaptationsResource,
  ModelsResource,
  ModelAliasesResource,
  GenerateResource,
  SimulationsResource,
  SemanticIdsResource,
  EarlierResource,
  AdminResource,
  ServiceResource,
  WebhooksResource,
  DocumentsResource,
  MessagesResource,
  ModelExperimentsResource,
} from './resources/methods.generated.ts';
import { SchemaResource, MatchResource, FeedbackResource, TrainingResource } from './resources/matching.ts';
import { DatasetsResource, TokenizersResource } from './resources/behaviour.ts';
import { JobsResource } from './resources/jobs.ts';
import { DownloadsResource } from './resources/downloads.ts';
import { EventsResource } from './resources/events.ts';
import type { Invoke } from './resources/resource.ts';

/** The resources of a client, each with the methods of its operations. */
export class Resources<D extends DomainTypes = AnyDomain> {
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
  readonly earlier: EarlierResource;
  readonly admin: AdminResource;
  readonly service: ServiceResource;
  readonly webhooks: WebhooksResource;
  readonly documents: DocumentsResource<D>;
  readonly messages: MessagesResource;
  readonly events: EventsResource;
  readonly modelExperiments: ModelExperimentsResource;

  constructor(invoke: Invoke) {
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
    this.earlier = new EarlierResource(invoke);
    this.admin = new AdminResource(invoke);
    this.service = new ServiceResource(invoke);
    this.webhooks = new WebhooksResource(invoke);
    this.documents = new DocumentsResource(invoke);
    this.messages = new MessagesResource(invoke);
    this.events = new EventsResource(invoke);
    this.modelExperiments = new ModelExperimentsResource(invoke);
  }
}

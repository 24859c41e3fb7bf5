import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes, Match } from '../domain.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import { poll, type WaitOptions } from '../poll.ts';
import type {
  AppendContextRequest,
  ContextResult,
  FeedbackItem,
  FeedbackRequest,
  FeedbackSummary,
  ListTrainingRunsData,
  MatchRecord,
  MatchResult,
  Schema,
  SchemaList,
  TrainingRun,
  TrainRequest,
  TrainResponse,
} from '../types.generated.ts';
import { type UploadOptions, type UploadProgress, upload } from '../upload.ts';
import { Resource } from './resource.ts';

type In<D extends DomainTypes, Body> = Omit<Body, 'domain'> & { domain: DomainName<D> };

export class ContextResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Adds a piece of text about a person; fields that it speaks of are updated. */
  append(body: In<D, AppendContextRequest>, options?: CallOptions): Call<ContextResult> {
    return this.invoke('appendContext', { body }, options);
  }
}

export class SchemaResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** The fields of one domain, or of all that are enabled. */
  get(query: { readonly domain: DomainName<D> }, options?: CallOptions): Call<Schema>;
  get(query?: Record<never, never>, options?: CallOptions): Call<SchemaList>;
  get(query?: object, options?: CallOptions): Call<never> {
    return this.invoke('getSchema', { query }, options);
  }
}

export class MatchResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Ranked candidates for a person, best first. */
  run(body: Match<D>, options?: CallOptions): Call<MatchResult> {
    return this.invoke('match', { body }, options);
  }

  /** What an earlier match showed, and what was asked. */
  get(matchId: string, options?: CallOptions): Call<MatchRecord> {
    return this.invoke('getMatch', { path: { match_id: matchId } }, options);
  }
}

/** Items that the service takes in one request. */
const FEEDBACK_BATCH = 1000;

export class FeedbackResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Tells what became of matches: 1 to 1,000 items, each judged alone (`errors` of the answer). */
  send(body: In<D, FeedbackRequest>, options?: CallOptions): Call<FeedbackSummary> {
    return this.invoke('sendFeedback', { body }, options);
  }

  /** Sends a source of any length by 1,000 items, with bounded memory. An item sent again changes nothing. */
  sendMany(
    { domain, items }: { domain: DomainName<D>; items: AsyncIterable<FeedbackItem> | Iterable<FeedbackItem> },
    options: UploadOptions<FeedbackItem> = {},
  ): Promise<UploadProgress> {
    const send = async (rows: readonly FeedbackItem[], call: CallOptions) =>
      (await this.invoke('sendFeedback', { body: { domain, items: rows } }, call)).errors;
    return upload(items, { batchSize: FEEDBACK_BATCH, send }, options);
  }
}

export class TrainingResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Starts a training run of a domain. Error `below_threshold` where too few outcomes are new. */
  start(body: { domain: DomainName<D>; force?: boolean }, options?: CallOptions): Call<TrainResponse> {
    return this.invoke('train', { body: body satisfies TrainRequest }, options);
  }

  list(
    query?: Omit<NonNullable<ListTrainingRunsData['query']>, 'cursor'>,
    options?: CallOptions,
  ): List<TrainingRun> {
    return this.rowsOf('listTrainingRuns', query, options);
  }

  get(runId: string, options?: CallOptions): Call<TrainingRun> {
    return this.invoke('getTrainingRun', { path: { run_id: runId } }, options);
  }

  /** Rolls back or forward to the model of a kept run. */
  deploy(runId: string, options?: CallOptions): Call<TrainingRun> {
    return this.invoke('deployTrainingRun', { path: { run_id: runId } }, options);
  }

  /** Waits until a run has ended, well or not: see its `status` and `reason`. */
  wait(runId: string, options: WaitOptions<TrainingRun> = {}): Promise<TrainingRun> {
    return poll(
      (call) => this.get(runId, call),
      ({ status }) => !['queued', 'running', 'evaluating'].includes(status),
      options,
    );
  }
}

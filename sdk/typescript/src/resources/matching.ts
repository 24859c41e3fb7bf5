import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes, Match } from '../domain.ts';
import { ApiError, TrainingFailedError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import { poll, type WaitOptions } from '../poll.ts';
import type {
  AppendContextRequest,
  ContextResult,
  DeployRequest,
  FeedbackItem,
  FeedbackRequest,
  FeedbackSummary,
  Job,
  ListTrainingRunsData,
  MatchBatchRequest,
  MatchRecord,
  MatchResult,
  Schema,
  SchemaList,
  ServingModel,
  TrainingRun,
  TrainingRunDetail,
  TrainRequest,
  TrainResponse,
  Withdrawal,
  WithdrawRequest,
} from '../types.generated.ts';
import {
  isRefusal,
  type RowResult,
  type Transport,
  UPLOAD_DEFAULTS,
  type UploadOptions,
  type UploadProgress,
  upload,
  withKey,
} from '../upload.ts';
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
  /**
   * Ranked candidates for a person, best first: for the stored `user_id`, or for `profile`, which is read and
   * not stored. `weights` multiplies the points of terms, 0 to 10 by name; `schema.get` names them, and
   * another name is refused with `invalid_request`.
   */
  run(body: Match<D>, options?: CallOptions): Call<MatchResult> {
    return this.invoke('match', { body }, options);
  }

  /**
   * The matches of many people: of all in the domain, given ones, or a file. The job's result has the
   * `download_url`. Nothing is stored as shown unless `record` is true.
   */
  batch(body: In<D, MatchBatchRequest>, options?: CallOptions): Call<Job> {
    return this.invoke('matchBatch', { body }, options);
  }

  /** An earlier match: its request, and the candidates that it showed. */
  get(matchId: string, options?: CallOptions): Call<MatchRecord> {
    return this.invoke('getMatch', { path: { match_id: matchId } }, options);
  }
}

/** Items that the service takes in one request. */
const FEEDBACK_BATCH = 1000;

export class FeedbackResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Reports the outcomes of matches: 1 to 1,000 items, each judged alone (`errors` of the answer). `shown`
   * confirms which answers of match were really seen; beside it `items` may be empty.
   */
  send(body: In<D, FeedbackRequest>, options?: CallOptions): Call<FeedbackSummary> {
    return this.invoke('sendFeedback', { body }, options);
  }

  /**
   * Sends a source of any length by 1,000 items, with bounded memory. Outcomes of the same pair are sent in
   * the order of the source. An item sent again changes nothing. Throws UploadError.
   */
  sendMany(
    { domain, items }: { domain: DomainName<D>; items: AsyncIterable<FeedbackItem> | Iterable<FeedbackItem> },
    options: UploadOptions<FeedbackItem> = {},
  ): Promise<UploadProgress> {
    const transport: Transport<FeedbackItem, object> = {
      size: FEEDBACK_BATCH,
      subjectOf: (item) => JSON.stringify([item?.seeker_id, item?.candidate_id]),
      // The service carries out a request whole or not at all, its items in their order.
      repeats: true,
      send: ({ rows }, call) => this.#sendItems(domain, rows, call),
    };
    return upload(items, transport, options);
  }

  /** Where the form of an item makes the whole request a 400, the halves are sent, down to the item. */
  async #sendItems(
    domain: DomainName<D>,
    items: readonly FeedbackItem[],
    options: CallOptions,
  ): Promise<readonly RowResult<object>[]> {
    try {
      const body = { domain, items };
      const { errors } = await this.invoke('sendFeedback', { body, defaults: UPLOAD_DEFAULTS }, options);
      const refused = new Map(
        errors.map(({ index, code, message }) => [index, { code, message, details: {} }]),
      );
      return items.map((_, index) => {
        const refusal = refused.get(index);
        return refusal ? { refused: refusal } : { stored: {} };
      });
    } catch (error) {
      if (!(error instanceof ApiError && isRefusal(error))) throw error;
      const { code, message, details } = error;
      if (items.length === 1) return [{ refused: { code, message, details } }];
      const half = items.length >> 1;
      const first = await this.#sendItems(domain, items.slice(0, half), withKey(options, '-a'));
      return [...first, ...(await this.#sendItems(domain, items.slice(half), withKey(options, '-b')))];
    }
  }
}

export class OutcomesResource<D extends DomainTypes = AnyDomain> extends Resource {
  /**
   * Takes outcomes back as if they had never been sent, and trains on the rest. `dry_run` only counts. Repeat
   * it while `remaining` is not 0.
   */
  withdraw(body: In<D, WithdrawRequest>, options?: CallOptions): Call<Withdrawal> {
    return this.invoke('withdrawOutcomes', { body }, options);
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

  /** A run, with what its model learned (`terms`). */
  get(runId: string, options?: CallOptions): Call<TrainingRunDetail> {
    return this.invoke('getTrainingRun', { path: { run_id: runId } }, options);
  }

  /** Rolls back or forward to the model of a kept run. */
  deploy(runId: string, options?: CallOptions): Call<TrainingRun> {
    return this.invoke('deployTrainingRun', { path: { run_id: runId } }, options);
  }

  /**
   * Chooses the run whose model serves the domain. null: no model of your own; the shared model of the domain
   * or its prior ranks. Gives the model that serves from the next match on.
   */
  deployModel(
    body: { domain: DomainName<D>; run_id: string | null },
    options?: CallOptions,
  ): Call<ServingModel> {
    return this.invoke('deployModel', { body: body satisfies DeployRequest }, options);
  }

  /** Cancels a run: at once while it waits; a running one is requested to stop. */
  cancel(runId: string, options?: CallOptions): Call<TrainingRun> {
    return this.invoke('cancelTrainingRun', { path: { run_id: runId } }, options);
  }

  /**
   * Waits until a run has ended; `status` says whether its model was deployed or rejected. Throws
   * TrainingFailedError where it failed or was cancelled.
   */
  async wait(runId: string, options: WaitOptions<TrainingRun> = {}): Promise<TrainingRun> {
    const run = await poll(
      (call) => this.get(runId, call),
      ({ status }) => !['queued', 'running', 'evaluating'].includes(status),
      options,
    );
    if (['failed', 'cancelled'].includes(run.status)) throw new TrainingFailedError(run);
    return run;
  }
}

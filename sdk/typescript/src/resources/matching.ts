import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes, In, Match } from '../domain.ts';
import { TrainingFailedError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import { poll, type WaitOptions } from '../poll.ts';
import type * as wire from '../types.generated.ts';
import { UPLOAD_DEFAULTS, type UploadOptions, type UploadProgress, upload } from '../upload.ts';
import { FeedbackMethods, MatchMethods, TrainingMethods } from './methods.generated.ts';
import { Resource } from './resource.ts';
import { sendHalves } from './send-halves.ts';

export class SchemaResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** The fields of one domain, or of all that are enabled. */
  get(query: { readonly domain: DomainName<D> }, options?: CallOptions): Call<wire.Schema>;
  get(query?: Record<never, never>, options?: CallOptions): Call<wire.SchemaList>;
  get(query?: object, options?: CallOptions): Call<never> {
    return this.invoke('getSchema', { query }, options);
  }
}

export class MatchResource<D extends DomainTypes = AnyDomain> extends MatchMethods<D> {
  /**
   * Ranked candidates for a person, best first: for the stored `user_id`, or for `profile`, which is read and
   * not stored. `weights` multiplies the points of terms, 0 to 10 by name; `schema.get` names them, and
   * another name is refused with `invalid_request`.
   */
  run(body: Match<D>, options?: CallOptions): Call<wire.MatchResult> {
    return this.invoke('match', { body }, options);
  }
}

/** Items that the service takes in one request. */
const FEEDBACK_BATCH = 1000;

export class FeedbackResource<D extends DomainTypes = AnyDomain> extends FeedbackMethods<D> {
  /**
   * Sends a source of any length by 1,000 items, with bounded memory. Outcomes of the same pair are sent in
   * the order of the source. An item sent again changes nothing. Throws UploadError.
   */
  sendMany(
    {
      domain,
      items,
    }: { domain: DomainName<D>; items: AsyncIterable<wire.FeedbackItem> | Iterable<wire.FeedbackItem> },
    options: UploadOptions<wire.FeedbackItem> = {},
  ): Promise<UploadProgress> {
    return upload(
      items,
      {
        size: FEEDBACK_BATCH,
        subjectOf: (item) => JSON.stringify([item?.seeker_id, item?.candidate_id]),
        // The service carries out a request whole or not at all, its items in their order.
        repeats: true,
        send: ({ rows }, call) =>
          sendHalves(rows, call, async (part, partly) => {
            const body = { domain, items: part };
            const { errors } = await this.invoke<wire.FeedbackSummary>(
              'sendFeedback',
              { body, defaults: UPLOAD_DEFAULTS },
              partly,
            );
            const refused = new Map(
              errors.map(({ index, code, message }) => [index, { code, message, details: {} }]),
            );
            return part.map((_, index) => {
              const refusal = refused.get(index);
              return refusal ? { refused: refusal } : { stored: {} };
            });
          }),
      },
      options,
    );
  }
}

export class TrainingResource<D extends DomainTypes = AnyDomain> extends TrainingMethods<D> {
  /** Starts a training run of a domain. Error `below_threshold` where too few outcomes are new. */
  start(body: In<D, wire.TrainRequest>, options?: CallOptions): Call<wire.TrainResponse> {
    return this.invoke('train', { body }, options);
  }

  /**
   * Waits until a run has ended; `status` says whether its model was deployed or rejected. Throws
   * TrainingFailedError where it failed or was cancelled.
   */
  async wait(runId: string, options: WaitOptions<wire.TrainingRun> = {}): Promise<wire.TrainingRun> {
    const run = await poll(
      (call) => this.get(runId, call),
      ({ status }) => !['queued', 'running', 'evaluating'].includes(status),
      options,
    );
    if (['failed', 'cancelled'].includes(run.status)) throw new TrainingFailedError(run);
    return run;
  }
}

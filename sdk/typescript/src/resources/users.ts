import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes, OfDomain, UpsertUser, User, Users } from '../domain.ts';
import { ConnectionError, UploadError } from '../errors.ts';
import type { AnsweredLine } from '../operations.ts';
import type { CallOptions } from '../options.ts';
import type { DeleteUserResult, UserExport } from '../types.generated.ts';
import {
  inBatches,
  isRefusal,
  type Transport,
  type UploadOptions,
  type UploadProgress,
  upload,
} from '../upload.ts';
import { Resource } from './resource.ts';

/** Lines of one request. Few enough that a client that sends all of them before it reads the answers is still served. */
const LINES = 100;

export interface BatchOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Answers have the user record. */
  readonly records?: boolean;
  /** Rows of the source to skip: the `position` of the error of a batch that was interrupted. */
  readonly startAt?: number;
}

export class UsersResource<D extends DomainTypes = AnyDomain> extends Resource {
  /** Creates or updates a person in a domain. Text in `context` is read into fields. */
  upsert<Name extends DomainName<D>>(
    user: UpsertUser<D> & { readonly domain: Name },
    options?: CallOptions,
  ): Call<User<OfDomain<D, Name>>> {
    return this.invoke('upsertUser', { body: user }, options);
  }

  /**
   * Upserts all rows of a source of any length with bounded memory, several at a time. To go on after an interruption
   * give the same source again with `startAt: error.position`. Throws UploadError.
   */
  upsertMany(
    users: AsyncIterable<UpsertUser<D>> | Iterable<UpsertUser<D>>,
    options: UploadOptions<UpsertUser<D>> = {},
  ): Promise<UploadProgress> {
    return upload(users, this.#oneByOne, options);
  }

  /**
   * Upserts the rows of a source of any length in their order, 100 to a request, and gives what became of each: a faulty
   * row gets its `error` and stops nothing. `line` counts the rows of the source from 1. Faster than `upsertMany`, but
   * without Idempotency-Keys: a retry writes rows again, over what others wrote to them meanwhile. Throws UploadError;
   * all rows before its `position` were given.
   */
  async *batch(
    users: AsyncIterable<UpsertUser<D>> | Iterable<UpsertUser<D>>,
    { records, startAt = 0, ...options }: BatchOptions = {},
  ): AsyncGenerator<AnsweredLine, void, undefined> {
    let position = startAt;
    const batches = inBatches(users, LINES, startAt);
    try {
      for (;;) {
        const answered = await this.#nextLines(batches, records, options).catch((error) => {
          throw new UploadError(position, error);
        });
        if (answered === undefined) return;
        for (const line of answered) {
          position += 1;
          yield { ...line, line: position };
        }
      }
    } finally {
      await batches.return();
    }
  }

  /** The record of one domain, or those of all domains. */
  get<Name extends DomainName<D>>(
    userId: string,
    query: { readonly domain: Name },
    options?: CallOptions,
  ): Call<User<OfDomain<D, Name>>>;
  get(userId: string, query?: Record<never, never>, options?: CallOptions): Call<Users<D>>;
  get(userId: string, query?: object, options?: CallOptions): Call<never> {
    return this.invoke('getUser', { path: { user_id: userId }, query }, options);
  }

  /** Everything known of a person, in all domains. The key needs the scope `export`. */
  export(userId: string, options?: CallOptions): Call<UserExport> {
    return this.invoke('exportUser', { path: { user_id: userId } }, options);
  }

  /**
   * Erases a person, in one domain or in all, with everything known of them. Where a retry finds nothing more, the
   * counts of the answer are 0: the first attempt had erased it.
   */
  delete(
    userId: string,
    query?: { readonly domain?: DomainName<D> },
    options?: CallOptions,
  ): Call<DeleteUserResult> {
    return this.invoke(
      'deleteUser',
      {
        path: { user_id: userId },
        query,
        whenGone: ({ requestId = '' }) => ({
          user_id: userId,
          domains: [],
          erased: { records: 0, context_items: 0, outcomes: 0, triplets: 0, vectors: 0 },
          trained_models: [],
          request_id: requestId,
        }),
      },
      options,
    );
  }

  async #nextLines(
    batches: ReturnType<typeof inBatches<UpsertUser<D>>>,
    records: boolean | undefined,
    options: CallOptions,
  ): Promise<readonly AnsweredLine[] | undefined> {
    const { value } = await batches.next();
    if (!value) return undefined;
    const answered = await this.invoke('upsertUsers', { query: { records }, body: value.rows }, options);
    if (answered.length !== value.rows.length) throw new ConnectionError('the answer was cut off');
    return answered;
  }

  /** Not through `upsertUsers`, which takes no Idempotency-Key. */
  readonly #oneByOne: Transport<UpsertUser<D>> = {
    batchSize: 1,
    send: async ([user], options) => {
      try {
        await this.invoke('upsertUser', { body: user }, options);
        return [];
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return [{ index: 0, code: error.code, message: error.message }];
      }
    },
  };
}

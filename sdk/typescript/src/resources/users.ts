import type { Call } from '../call.ts';
import type { AnyDomain, DomainName, DomainTypes, OfDomain, UpsertUser, User, Users } from '../domain.ts';
import type { CallOptions } from '../options.ts';
import type { DeleteUserResult } from '../types.generated.ts';
import { isRefusal, type Transport, type UploadOptions, type UploadProgress, upload } from '../upload.ts';
import { Resource } from './resource.ts';

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

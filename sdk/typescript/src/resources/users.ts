import type { Call } from '../call.ts';
import type {
  AnyDomain,
  DomainName,
  DomainTypes,
  OfDomain,
  PatchUser,
  UpsertUser,
  User,
  Users,
} from '../domain.ts';
import { ApiError } from '../errors.ts';
import { type AnsweredLine, lineRequest } from '../lines.ts';
import type { CallOptions } from '../options.ts';
import type { DeleteUserResult } from '../types.generated.ts';
import {
  isRefusal,
  type RowResult,
  type Transport,
  UPLOAD_DEFAULTS,
  type UploadOptions,
  type UploadProgress,
  upload,
} from '../upload.ts';
import { UsersMethods } from './methods.generated.ts';

/**
 * Lines of one request. Few enough that a client that sends all of them before it reads the answers is still
 * served.
 */
const LINES = 100;

/** A row that `upsertMany` stored. */
export type StoredUser<D extends DomainTypes = AnyDomain> = {
  readonly user_id: string;
  /** With the option `records`. */
  readonly record?: User<D>;
  /**
   * Parts that were taken but not understood or not carried out: an unknown place, a memory that did not
   * answer.
   */
  readonly warnings?: User<D>['warnings'];
};

/** The parts of a record that are shown beside the values in force. */
interface ShownOfUser {
  readonly alternatives?: boolean;
  readonly explain?: boolean;
}

export interface UpsertManyOptions<D extends DomainTypes = AnyDomain> extends UploadOptions<UpsertUser<D>> {
  /** Called for each row that was stored. */
  readonly onStored?: (
    stored: StoredUser<D> & { readonly row: UpsertUser<D>; readonly index: number },
  ) => void;
  /** Whether `onStored` gets the user record. Default: false. */
  readonly records?: boolean;
  /**
   * `fast` (default): rows are stored at once by structure and rules, and a job reads their texts in full
   * behind it. `full`: each text is read in full before its row is stored.
   */
  readonly reading?: 'fast' | 'full';
  /**
   * Whether rows are only checked: nothing is stored, and `onRefused` has the error that a row would meet.
   * Texts are not read. Default: false.
   */
  readonly dryRun?: boolean;
}

export class UsersResource<D extends DomainTypes = AnyDomain> extends UsersMethods<D> {
  /** Creates or updates a person in a domain. Text in `context` is read into fields. */
  upsert<Name extends DomainName<D>>(
    user: UpsertUser<D> & { readonly domain: Name },
    options?: CallOptions,
  ): Call<User<OfDomain<D, Name>>> {
    return this.invoke('upsertUser', { body: user }, options);
  }

  /**
   * Upserts all rows of a source of any length with bounded memory: 100 rows to a request, several requests
   * at a time. Rows of the same user and domain are written in the order of the source. To go on after an
   * interruption give the same source again with `startAt: error.position`. Throws UploadError.
   */
  upsertMany(
    users: AsyncIterable<UpsertUser<D>> | Iterable<UpsertUser<D>>,
    { onStored, records, reading, dryRun, ...options }: UpsertManyOptions<D> = {},
  ): Promise<UploadProgress> {
    const transport: Transport<UpsertUser<D>, StoredUser<D>> = {
      size: LINES,
      subjectOf: (user) => JSON.stringify([user?.domain, user?.user_id]),
      // A line may be refused for now while a later one is stored.
      repeats: false,
      send: ({ texts }, call) => this.#sendLines(texts, { records, reading, dry_run: dryRun }, call),
      onStored,
    };
    return upload(users, transport, options);
  }

  /**
   * The sample people of a domain that comes with the product, to be given to `upsertMany`. Nothing is
   * stored.
   */
  samples<Name extends DomainName<D>>(
    domain: Name,
    options?: CallOptions,
  ): Call<{ domain: string; data: UpsertUser<OfDomain<D, Name>>[]; request_id: string }> {
    return this.invoke('listDomainSamples', { path: { domain } }, options);
  }

  /**
   * The record of one domain, or those of all domains. With `alternatives` a record also has the values that
   * another source overrode, with `explain` what its texts may say and what was not taken.
   */
  get<Name extends DomainName<D>>(
    userId: string,
    query: { readonly domain: Name } & ShownOfUser,
    options?: CallOptions,
  ): Call<User<OfDomain<D, Name>>>;
  get(userId: string, query?: ShownOfUser, options?: CallOptions): Call<Users<D>>;
  get(userId: string, query?: object, options?: CallOptions): Call<never> {
    return this.invoke('getUser', { path: { user_id: userId }, query }, options);
  }

  /**
   * Changes your own values of a person, in one domain, and nothing else. Null takes a value away; a value
   * that was read in a text shows again.
   */
  patch<Name extends DomainName<D>>(
    userId: string,
    query: { readonly domain: Name },
    patch: PatchUser<OfDomain<D, Name>>,
    options?: CallOptions,
  ): Call<User<OfDomain<D, Name>>> {
    return this.invoke('patchUser', { path: { user_id: userId }, query, body: patch }, options);
  }

  /**
   * Erases a person, in one domain or in all, with everything known of them. Where a retry finds nothing
   * more, the counts of the answer are 0: the first attempt had erased it. With `block` nothing is stored for
   * the id from then on (409 `erased`), until `unblock`.
   */
  delete(
    userId: string,
    query?: { readonly domain?: DomainName<D>; readonly block?: boolean },
    options?: CallOptions,
  ): Call<DeleteUserResult> {
    return this.invoke(
      'deleteUser',
      {
        path: { user_id: userId },
        query: query?.block === undefined ? query : { ...query, block: String(query.block) },
        whenGone: ({ requestId = '' }) => ({
          user_id: userId,
          domains: [],
          erased: {
            records: 0,
            context_items: 0,
            outcomes: 0,
            triplets: 0,
            vectors: 0,
            pending_events: 0,
            dataset_versions: 0,
          },
          trained_models: [],
          blocked: query?.block === true,
          request_id: requestId,
        }),
      },
      options,
    );
  }

  async #sendLines(
    texts: readonly string[],
    query: Readonly<Record<'records' | 'reading' | 'dry_run', unknown>>,
    options: CallOptions,
  ): Promise<readonly RowResult<StoredUser<D>>[]> {
    const lines = lineRequest(texts);
    let fault: unknown;
    try {
      await this.invoke('upsertUsers', { query, lines, defaults: UPLOAD_DEFAULTS }, options);
    } catch (error) {
      fault = error;
    }
    return lines.answers.map((answer) => (answer ? resultOf<D>(answer) : { failed: fault }));
  }
}

function resultOf<D extends DomainTypes>(answer: AnsweredLine): RowResult<StoredUser<D>> {
  if (!('error' in answer)) return { stored: storedUser(answer) };
  const { status, error } = answer;
  if (isRefusal({ status, code: error.code })) return { refused: error };
  return { failed: new ApiError({ status, headers: new Headers() }, JSON.stringify(answer)) };
}

function storedUser<D extends DomainTypes>({
  user_id,
  record,
  warnings,
}: Exclude<AnsweredLine, { error: object }>): StoredUser<D> {
  return {
    user_id,
    ...(record && { record: record as User<AnyDomain> as User<D> }),
    ...(warnings && { warnings }),
  };
}

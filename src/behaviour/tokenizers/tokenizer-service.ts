/** The interface of tokenizers for the HTTP layer and the command line. */
import type { TenantId } from '../../contract/brands.ts';
import type {
  CodeTree,
  FitTokenizerRequest,
  SemanticIdsRequest,
  TokenizerFields,
} from '../../contract/tokenizer.ts';
import type { AcceptedJob, RequestClaim } from '../../platform/jobs/accept-job.ts';
import type { AssignedCodes } from './fitted-tokenizer.ts';

export interface TokenizerService {
  /**
   * 404 `dataset_not_found`, 403 `access_denied` where its terms forbid training, 400 for a source that is
   * not allowed, 422 `unsupported_format`.
   */
  fit(tenant: TenantId, request: FitTokenizerRequest, claim: RequestClaim): Promise<AcceptedJob>;
  /** 404 `tokenizer_not_found`, 409 `tokenizer_not_ready`, 403 `access_denied`, 422 `unsupported_format`. */
  export(tenant: TenantId, tokenizerId: string, format: string, claim: RequestClaim): Promise<AcceptedJob>;
  /** 404 `tokenizer_not_found`. */
  get(tenant: TenantId, tokenizerId: string): Promise<TokenizerFields>;
  /** Newest first. `next`: the value of `before` for the next page, null at the end. */
  list(
    tenant: TenantId,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<{ readonly data: readonly TokenizerFields[]; readonly next: string | null }>;
  /**
   * The level of the tree of semantic IDs below a prefix. 404 `tokenizer_not_found`, 409
   * `tokenizer_not_ready`, 400 for a prefix of more codes than the tokenizer has levels. `signal` ends the
   * work early.
   */
  codes(
    tenant: TenantId,
    tokenizerId: string,
    prefix: readonly number[],
    signal: AbortSignal,
  ): Promise<Omit<CodeTree, 'request_id'>>;
  /**
   * In the given order. 404 `tokenizer_not_found`, 409 `tokenizer_not_ready`, 409 `conflict` if the server
   * has another encoder than the tokenizer, 422 `invalid_field_value` for unreadable images, 422
   * `unknown_item`.
   */
  assign(tenant: TenantId, request: SemanticIdsRequest): Promise<readonly AssignedCodes[]>;
}

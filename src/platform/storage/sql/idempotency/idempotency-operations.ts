/** Changes of idempotency keys. */
import { all, writeOperation } from '../write-operation.ts';
import {
  claimIdempotencyKey,
  finishIdempotencyKey,
  forgetExpiredKeys,
  releaseIdempotencyKey,
  renewIdempotencyKey,
} from './claim-idempotency-key.ts';

const ofKey = ({ tenant }: { readonly tenant: string }) => [tenant];

export const idempotencyOperations = {
  claimIdempotencyKey: writeOperation(claimIdempotencyKey, ofKey),
  renewIdempotencyKey: writeOperation(renewIdempotencyKey, ofKey),
  finishIdempotencyKey: writeOperation(finishIdempotencyKey, ofKey),
  releaseIdempotencyKey: writeOperation(releaseIdempotencyKey, ofKey),
  forgetExpiredKeys: writeOperation(forgetExpiredKeys, all),
};

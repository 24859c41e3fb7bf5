/** Opens tokenizers by id and keeps the last used ones open, within a bound of memory. */
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Tokenizer, TokenizerMade, TokenizerStore } from '../../../platform/storage/tokenizer-store.ts';
import type { ContentEncoders } from '../encode-content.ts';
import type { FittedTokenizer } from '../fitted-tokenizer.ts';
import type { CodeAssigner } from './code-assigner.ts';
import { openedTokenizer } from './opened-tokenizer.ts';

export interface TokenizerOpener {
  /** Throws 404 `tokenizer_not_found`, 409 `tokenizer_not_ready`. */
  open(tenant: TenantId, tokenizerId: string): Promise<FittedTokenizer>;
  close(): Promise<void>;
}

export interface OpenerParts {
  readonly tokenizers: Pick<TokenizerStore, 'get'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  readonly encoders: ContentEncoders;
  readonly codes: CodeAssigner;
  readonly maxBytes?: number;
}

const MAX_BYTES = 512 * 1024 * 1024;

export function createTokenizerOpener(parts: OpenerParts): TokenizerOpener {
  const { codes, maxBytes = MAX_BYTES } = parts;
  const opening = new Map<string, Promise<FittedTokenizer>>();
  const opened = new LRUCache<string, FittedTokenizer>({
    maxSize: maxBytes,
    dispose: (_, key) => codes.forget(key),
  });
  const read = async (key: string, made: TokenizerMade, tokenizerId: string) => {
    const { tokenizer, memoryBytes } = await openBundle(parts, key, made, tokenizerId);
    opened.set(key, tokenizer, { size: Math.min(maxBytes, Math.max(1, memoryBytes)) });
    return tokenizer;
  };
  return {
    open: async (tenant, tokenizerId) => {
      const stored = await parts.tokenizers.get(tenant, tokenizerId);
      const made = readyTokenizer(stored, tokenizerId).made!;
      // The key of the file contains tenant and tokenizer, and its content never changes.
      const { key } = made.file;
      const found = opened.get(key);
      if (found !== undefined) return found;
      const pending = opening.get(key) ?? read(key, made, tokenizerId).finally(() => opening.delete(key));
      opening.set(key, pending);
      return pending;
    },
    close: () => codes.close(),
  };
}

async function openBundle(
  { artifacts, encoders, codes }: OpenerParts,
  key: string,
  { file }: TokenizerMade,
  tokenizerId: string,
) {
  const open = async () => codes.open(key, await buffer(artifacts.read(file.key)));
  const bundle = await open();
  const codesOf = async (vectors: Float32Array): Promise<Uint16Array> => {
    // A copy, since a worker thread takes the buffer over. Evicted codebooks are opened again.
    const found = await codes.codesOf(key, vectors.slice());
    if (found !== null) return found;
    await open();
    return (await codes.codesOf(key, vectors))!;
  };
  return {
    tokenizer: openedTokenizer({ tokenizerId, bundle, encoders, codesOf }),
    memoryBytes: bundle.memoryBytes,
  };
}

/** Throws 404 `tokenizer_not_found`, 409 `tokenizer_not_ready`. */
export function readyTokenizer(tokenizer: Tokenizer | null, tokenizerId: string): Tokenizer {
  const known = knownTokenizer(tokenizer, tokenizerId);
  if (known.status === 'ready') return known;
  throw apiError(
    'tokenizer_not_ready',
    known.status === 'failed'
      ? `The fit of tokenizer ${tokenizerId} failed: ${known.error?.message ?? 'no reason was kept'} Fit another one.`
      : `Tokenizer ${tokenizerId} is ${known.status}. Poll GET /v1/tokenizers/${tokenizerId} until it is ready.`,
    { tokenizer_id: tokenizerId, status: known.status },
  );
}

/** Throws 404 `tokenizer_not_found`. */
export function knownTokenizer(tokenizer: Tokenizer | null, tokenizerId: string): Tokenizer {
  if (tokenizer !== null) return tokenizer;
  throw apiError(
    'tokenizer_not_found',
    `There is no tokenizer ${tokenizerId} in this workspace. GET /v1/tokenizers lists those that there are.`,
    { tokenizer_id: tokenizerId },
  );
}

import { createHash } from 'node:crypto';
import { type Endpoint, postJson } from '../../../platform/outbound/post-json.ts';
import { encodeInParts, encodeProfileWith } from '../encode-in-parts.ts';
import type { TextEncoder as Encoder, EncoderIdentity, ProfileVectors } from '../text-encoder.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import { readEmbeddings } from './read-embeddings.ts';

/**
 * Any server with an OpenAI-compatible POST /embeddings. The weights cannot be hashed: the identity is a hash
 * of the address, the model's name and the dimension. A server that changes its model under the same name is
 * not noticed.
 */

export interface OpenAiOptions {
  readonly model?: string;
  readonly apiKey?: string;
  /** Requests shorter vectors (the `dimensions` parameter). */
  readonly dimensions?: number;
  readonly version?: string;
  /** Texts a request; 64 by default. */
  readonly batchSize?: number;
  /** Concurrent requests; 4 by default. */
  readonly concurrency?: number;
  /** Longer texts are sent in parts of about this many UTF-16 units. */
  readonly partUnits?: number;
  readonly timeoutMs?: number;
  readonly maxTries?: number;
  /** Base of the growing waits before retries; 500 by default. */
  readonly firstWaitMs?: number;
}

interface EmbeddingsEndpoint extends Endpoint {
  readonly model: string;
  readonly dimensions?: number;
}

const DEFAULT_MODEL = 'text-embedding-3-small';

export class OpenAiTextEncoder implements Encoder {
  readonly identity: EncoderIdentity;
  readonly #endpoint: EmbeddingsEndpoint;
  readonly #options: Required<Pick<OpenAiOptions, 'batchSize' | 'concurrency' | 'partUnits'>>;
  readonly #closed: AbortController;

  private constructor(
    identity: EncoderIdentity,
    endpoint: EmbeddingsEndpoint,
    closed: AbortController,
    options: OpenAiOptions,
  ) {
    this.identity = identity;
    this.#endpoint = endpoint;
    this.#closed = closed;
    const { batchSize = 64, concurrency = 4, partUnits = 8000 } = options;
    this.#options = { batchSize, concurrency, partUnits };
  }

  /**
   * `address`: the base URL (https://host/v1), or with /embeddings; requests one vector to learn the
   * dimension.
   */
  static async open(address: string, options: OpenAiOptions = {}): Promise<OpenAiTextEncoder> {
    const url = embeddingsUrl(address);
    const {
      model = DEFAULT_MODEL,
      apiKey,
      dimensions,
      version = '1',
      timeoutMs = 30_000,
      maxTries = 6,
    } = options;
    const closed = new AbortController();
    const { firstWaitMs = 500 } = options;
    const endpoint: EmbeddingsEndpoint = {
      url,
      model,
      timeoutMs,
      maxTries,
      firstWaitMs,
      signal: closed.signal,
      settings: { apiKey: 'TEXT_ENCODER_API_KEY', model: `TEXT_ENCODER_MODEL, which is "${model}"` },
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(dimensions === undefined ? {} : { dimensions }),
    };
    const [probe] = await requestEmbeddings(endpoint, ['dimension']);
    const dimension = probe!.length;
    const weightsHash = createHash('sha256').update(`${url}\0${model}\0${dimension}`).digest('hex');
    return new OpenAiTextEncoder({ name: model, version, dimension, weightsHash }, endpoint, closed, options);
  }

  encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const limits = { partUnits: this.#options.partUnits, dimension: this.identity.dimension };
    return encodeInParts(texts, limits, (parts) => this.#encodeParts(parts));
  }

  encodeProfile(text: string): Promise<ProfileVectors> {
    return encodeProfileWith((texts) => this.encode(texts), text);
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error('the encoder was closed'));
  }

  async #encodeParts(parts: readonly string[]): Promise<readonly Float32Array[]> {
    const { batchSize, concurrency } = this.#options;
    const vectors: Float32Array[] = new Array(parts.length);
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < parts.length) {
        const from = next;
        next += batchSize;
        const batch = await requestEmbeddings(this.#endpoint, parts.slice(from, from + batchSize));
        for (const [i, vector] of batch.entries()) vectors[from + i] = this.#checked(vector);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
    return vectors;
  }

  #checked(vector: Float32Array): Float32Array {
    const { dimension } = this.identity;
    if (vector.length === dimension) return toUnitNorm(vector);
    throw new Error(
      `${this.#endpoint.url} gave a vector of ${vector.length} numbers where it had given ${dimension}; has its model changed?`,
    );
  }
}

function embeddingsUrl(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error(`"${address}" is no http or https address of an OpenAI-compatible server`);
  }
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/embeddings') ? path : `${path}/embeddings`;
  return url.href;
}

/** One vector a text, in the texts' order, as the server returns them. Retries transient faults. */
async function requestEmbeddings(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  const { url, model, dimensions } = endpoint;
  const body = await postJson(endpoint, {
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions && { dimensions }),
  });
  return readEmbeddings(url, body, texts.length);
}

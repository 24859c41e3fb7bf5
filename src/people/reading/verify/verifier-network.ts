/**
 * The verifier's network: a transformer that reads a text once. It says of each marked place whether it
 * states the value that was read there. It says of each value that the domain lists whether the text states
 * it. T tokens, M mentions, L labels.
 */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { TextTokens } from './text-tokens.ts';

/** Where a value was read. */
export interface MarkedPlace {
  /** Tokens [first, last) of the words, and of their sentence. */
  readonly words: readonly [number, number];
  readonly sentence: readonly [number, number];
  /** Which value of which field: a row of the network's table. */
  readonly kind: number;
}

export interface NetworkReading {
  /** Log-odds [M] of being right. */
  readonly mentions: ArrayLike<number>;
  /** Log-odds [L] of being stated. */
  readonly labels: ArrayLike<number>;
  /** By label [L]: the token with the most evidence for it. */
  readonly places: ArrayLike<bigint>;
}

export class VerifierNetwork {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async open(path: string): Promise<VerifierNetwork> {
    const session = await InferenceSession.create(path, {
      executionProviders: ['cpu'],
      // A text is short: more threads only wait for each other.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    return new VerifierNetwork(session);
  }

  async run({ ids }: TextTokens, marked: readonly MarkedPlace[]): Promise<NetworkReading> {
    // The network takes at least one place.
    const places = marked.length === 0 ? [{ words: WHOLE, sentence: WHOLE, kind: 0 }] : marked;
    const width = ids.length;
    const { mentions, labels, label_tokens } = await this.#session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, width]),
      word_means: meansOver(
        places.map(({ words }) => words),
        width,
      ),
      sentence_means: meansOver(
        places.map(({ sentence }) => sentence),
        width,
      ),
      kinds: new Tensor(
        'int64',
        BigInt64Array.from(places, ({ kind }) => BigInt(kind)),
        [places.length],
      ),
    });
    return {
      mentions: mentions!.data as Float32Array,
      labels: labels!.data as Float32Array,
      places: label_tokens!.data as BigInt64Array,
    };
  }
}

const WHOLE = [0, 1] as const;

/** [M, T]: rows whose product with the tokens' vectors is the mean over a range of tokens. */
function meansOver(ranges: readonly (readonly [number, number])[], width: number): Tensor {
  const weights = new Float32Array(ranges.length * width);
  for (const [row, [first, last]] of ranges.entries())
    weights.fill(1 / (last - first), row * width + first, row * width + last);
  return new Tensor('float32', weights, [ranges.length, width]);
}

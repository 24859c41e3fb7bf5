/**
 * The network that reads a text beside the rules: an encoder and two heads. It says of each value that a domain
 * lists whether the text states it, and of each marked place whether it states the value that was read there.
 * Fields and values come in by their names, so one network reads every domain. It is fitted by
 * `models/reading-network/training`. T pieces, M places, L labels.
 */
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { nativePart } from '../../../platform/threads/native-part.ts';
import type { MarkedPlace } from './marked-place.ts';
import type { NameTables } from './name-tables.ts';
import { openSession } from './network-files.ts';
import type { TextTokens } from './text-tokens.ts';

export interface WindowReading {
  /** Log-odds [L] that the window states the value. */
  readonly labels: Float32Array;
  /** By label [L]: the piece with the most evidence for it. */
  readonly places: BigInt64Array;
  /** [T, 384] */
  readonly tokens: Tensor;
}

export class ReadingNetwork {
  readonly #trunk: InferenceSession;
  readonly #labels: InferenceSession;
  readonly #mentions: InferenceSession;

  private constructor(sessions: readonly InferenceSession[]) {
    [this.#trunk, this.#labels, this.#mentions] = sessions as [
      InferenceSession,
      InferenceSession,
      InferenceSession,
    ];
  }

  static async open(): Promise<ReadingNetwork> {
    return new ReadingNetwork(
      await nativePart(() => Promise.all(['trunk', 'labels', 'mentions'].map(openSession))),
    );
  }

  async read({ ids }: TextTokens, { queries, gates, said, biases }: NameTables): Promise<WindowReading> {
    const { tokens } = await nativePart(() =>
      this.#trunk.run({ ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]) }),
    );
    const { labels, places } = await nativePart(() =>
      this.#labels.run({ tokens: tokens!, queries, gates, said, biases }),
    );
    return {
      labels: labels!.data as Float32Array,
      places: places!.data as BigInt64Array,
      tokens: tokens!,
    };
  }

  /** Log-odds [M] of being right. */
  async mentions(
    tokens: Tensor,
    marked: readonly MarkedPlace[],
    { kindSaid, kindGates }: NameTables,
  ): Promise<Float32Array> {
    if (marked.length === 0) return new Float32Array(0);
    const width = tokens.dims[0]!;
    const words = marked.map((place) => place.words);
    const sentences = marked.map(({ sentence }) => sentence);
    const given = {
      ...{ tokens, words: meansOver(words, width), sentences: meansOver(sentences, width) },
      ...{ said: rowsOf(kindSaid, marked), gates: rowsOf(kindGates, marked) },
    };
    const { mentions } = await nativePart(() => this.#mentions.run(given));
    return mentions!.data as Float32Array;
  }
}

/** [M, T]: rows whose product with the tokens' vectors is the mean over a range of tokens. */
function meansOver(ranges: readonly (readonly [number, number])[], width: number): Tensor {
  const weights = new Float32Array(ranges.length * width);
  for (const [row, [first, last]] of ranges.entries())
    weights.fill(1 / (last - first), row * width + first, row * width + last);
  return new Tensor('float32', weights, [ranges.length, width]);
}

/** The rows of a table [K, W] of the places' kinds: [M, W]. */
function rowsOf(table: Tensor, marked: readonly MarkedPlace[]): Tensor {
  const width = table.dims[1]!;
  const all = table.data as Float32Array;
  const rows = new Float32Array(marked.length * width);
  for (const [row, { kind }] of marked.entries())
    rows.set(all.subarray(kind * width, (kind + 1) * width), row * width);
  return new Tensor('float32', rows, [marked.length, width]);
}

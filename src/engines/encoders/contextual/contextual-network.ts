/** The network of the contextual encoder. N texts, T tokens, D dimensions. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { WordPieceTokenizer } from '../wordpiece/wordpiece-tokenizer.ts';
import { type SpecialTokens, tokenWindows } from './token-windows.ts';

export interface ModelFiles {
  /** model.onnx */
  readonly model: Uint8Array;
  /** vocabulary.txt */
  readonly vocabulary: string;
  readonly dimension: number;
  readonly threads: number;
}

const RESERVED = ['[PAD]', '[CLS]', '[SEP]', '[MASK]'];

export class ContextualNetwork {
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPieceTokenizer;
  readonly #special: SpecialTokens;

  private constructor(session: InferenceSession, pieces: readonly string[]) {
    this.#session = session;
    this.#tokenizer = new WordPieceTokenizer(pieces);
    const [, first, last] = RESERVED.map((piece) => pieces.indexOf(piece));
    const reserved = new Set(RESERVED.map((piece) => pieces.indexOf(piece)));
    this.#special = { first: first!, last: last!, unknown: this.#tokenizer.unknownId, reserved };
  }

  static async open({ model, vocabulary, threads }: ModelFiles): Promise<ContextualNetwork> {
    const pieces = vocabulary.split('\n').filter((piece) => piece !== '');
    const session = await InferenceSession.create(model, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      // Idle threads sleep, which leaves the cores to the server.
      extra: { 'session.intra_op.allow_spinning': '0' },
    });
    return new ContextualNetwork(session, pieces);
  }

  /** The windows of a text as token ids; none for a text without any known piece. */
  windowsOf = (text: string, most: number): readonly (readonly number[])[] =>
    tokenWindows(this.#tokenizer.tokenize(text), this.#special, most);

  /** Windows of the same length T, to [N × D], not normalised. */
  async run(windows: readonly (readonly number[])[]): Promise<Float32Array> {
    const width = windows[0]!.length;
    const ids = new BigInt64Array(windows.length * width);
    for (const [n, window] of windows.entries())
      for (let t = 0; t < width; t++) ids[n * width + t] = BigInt(window[t]!);
    const output = await this.#session.run({ ids: new Tensor('int64', ids, [windows.length, width]) });
    return output.vectors!.data as Float32Array;
  }
}

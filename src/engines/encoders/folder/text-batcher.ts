/**
 * Gathers the texts of concurrent requests into batches: texts requested while a batch runs go into the next
 * one. One batch runs at a time; a request rejects when one of its batches fails.
 */

interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

export class TextBatcher {
  readonly #run: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly #batchSize: number;
  readonly #waiting: Waiting[] = [];
  #draining = false;

  constructor(run: (texts: readonly string[]) => Promise<readonly Float32Array[]>, batchSize: number) {
    this.#run = run;
    this.#batchSize = batchSize;
  }

  /** Texts of one request are queued by length, so that little of a batch is padding. */
  encode(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const vectors: Promise<Float32Array>[] = [];
    const byLength = [...texts.keys()].sort((a, b) => texts[a]!.length - texts[b]!.length);
    for (const i of byLength) {
      vectors[i] = new Promise((resolve, reject) => {
        this.#waiting.push({ text: texts[i]!, resolve, reject });
      });
    }
    if (!this.#draining) void this.#drain();
    return Promise.all(vectors);
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    await Promise.resolve(); // lets the other requests of this turn join
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, this.#batchSize));
    this.#draining = false;
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const vectors = await this.#run(batch.map(({ text }) => text));
      for (const [i, { resolve }] of batch.entries()) resolve(vectors[i]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

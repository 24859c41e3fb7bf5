/** Messages between an image encoder and the thread of its network. */

export interface ImageRequest {
  /** [1 × 3 × height × width] */
  readonly planes: Float32Array<ArrayBuffer>;
  readonly shape: readonly number[];
}

/** The output of the network, averaged over image patches where it has some [D]. */
export type ImageAnswer = Float32Array<ArrayBuffer>;

export interface ImageSetup {
  readonly modelPath: string;
}

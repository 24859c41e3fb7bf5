/** What passes between an image encoder and the thread of its network. */

export interface ImageRequest {
  /** [1 × 3 × height × width] */
  readonly planes: Float32Array<ArrayBuffer>;
  readonly shape: readonly number[];
}

/** As the network gives it, averaged over places where it has some [D]. */
export type ImageAnswer = Float32Array<ArrayBuffer>;

export interface ImageSetup {
  readonly modelPath: string;
}

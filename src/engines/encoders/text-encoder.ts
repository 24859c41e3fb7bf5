/**
 * The interface of every text encoder, and the identity that keeps vectors of different encoders apart.
 *
 * D = dimension of the encoder's vectors. All vectors are unit-norm, so that a dot product is a
 * cosine; a text without any known token gives the zero vector, never NaN.
 */

export interface EncoderIdentity {
  readonly name: string;
  readonly version: string;
  readonly dimension: number;
  /**
   * SHA-256, hex, of everything that determines the vectors: the weights, or the address and name of a remote
   * model.
   */
  readonly weightsHash: string;
}

/** "name@version#hash8", stored with every vector; vectors of different ids are never compared. */
export function encoderId(identity: EncoderIdentity): string {
  return `${identity.name}@${identity.version}#${identity.weightsHash.slice(0, 8)}`;
}

interface SentenceVector {
  /** UTF-16 offsets into the profile's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly vector: Float32Array;
}

export interface ProfileVectors {
  readonly vector: Float32Array;
  readonly sentences: readonly SentenceVector[];
}

export interface TextEncoder {
  readonly identity: EncoderIdentity;
  /** A vector [D] of length 1 for each text; the zero vector, never NaN, for a text without a known token. */
  encode(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Whole-profile vector and up to 8 sentence vectors with UTF-16 spans into the text. */
  encodeProfile(text: string): Promise<ProfileVectors>;
  close(): Promise<void>;
}

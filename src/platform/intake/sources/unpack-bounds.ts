/**
 * The maximum decompressed size of a gzip file, against decompression bombs. The stream is rejected as soon
 * as it exceeds the bound. JSON lines compress 20 to 1, at most 100 to 1.
 */
import { MIB } from '../../../contract/common.ts';
import { DEFAULT_UNPACKED_MIB } from '../../../contract/import-prefixes.ts';

/** Maximum ratio of decompressed to compressed bytes. */
const MAX_RATIO = 250;
/** A file may decompress to this size at any ratio. */
const ALWAYS_ALLOWED = 64 * MIB;

export interface UnpackBounds {
  /** Maximum decompressed bytes of one file. */
  readonly most: number;
}

export const defaultUnpackBounds: UnpackBounds = { most: DEFAULT_UNPACKED_MIB * MIB };

/** Maximum decompressed bytes of a file of `packed` bytes. */
export function maxUnpackedBytes(packed: number, { most }: UnpackBounds): number {
  return Math.min(most, Math.max(ALWAYS_ALLOWED, MAX_RATIO * packed));
}

/** The exceeded bound, as a phrase that follows the name of the file. */
export function describeUnpackBound(packed: number, bounds: UnpackBounds): string {
  const allowed = maxUnpackedBytes(packed, bounds);
  return allowed === bounds.most
    ? `unpacks to more than the ${allowed / MIB} MiB that a packed file may have`
    : `unpacks to more than ${MAX_RATIO} times its size`;
}

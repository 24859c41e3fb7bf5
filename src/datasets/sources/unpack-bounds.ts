/**
 * How much a packed file may unpack to. A megabyte of gzip can hold a gigabyte of nothing: what unpacks to much more
 * than it weighs is refused as it is read. Logs of JSON lines shrink to a twentieth, at the very most to a hundredth.
 */
import { MIB } from '../../contract/common.ts';
import { DEFAULT_UNPACKED_MIB } from '../../contract/import-prefixes.ts';

/** A byte of a packed file may become so many. */
const MAX_RATIO = 250;
/** Small files may unpack to this whatever their ratio. */
const ALWAYS_ALLOWED = 64 * MIB;

export interface UnpackBounds {
  /** Bytes, of one file. */
  readonly most: number;
}

export const defaultUnpackBounds: UnpackBounds = { most: DEFAULT_UNPACKED_MIB * MIB };

/** How many bytes `packed` ones may become. */
export function maxUnpackedBytes(packed: number, { most }: UnpackBounds): number {
  return Math.min(most, Math.max(ALWAYS_ALLOWED, MAX_RATIO * packed));
}

/** The bound that was met, in words that follow the file's name. */
export function describeUnpackBound(packed: number, bounds: UnpackBounds): string {
  const allowed = maxUnpackedBytes(packed, bounds);
  return allowed === bounds.most
    ? `unpacks to more than the ${allowed / MIB} MiB that a packed file may have`
    : `unpacks to more than ${MAX_RATIO} times its size`;
}

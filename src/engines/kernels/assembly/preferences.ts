/** Preferences of rows: numeric bounds, and a greatest distance from the row's own place. */

/**
 * Bounds u8 of at most `met`. `turned` 1: the negated bound is compared, so that 0, no bound, always passes.
 */
export function filterBounds8(bitmap: usize, words: i32, column: usize, met: i32, turned: i32): void {
  const most = i8x16.splat(<i8>met);
  const sign = i8x16.splat(<i8>-turned);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const bounds = column + ((<usize>word) << 5);
    const low = i8x16.sub(v128.xor(v128.load(bounds), sign), sign);
    const high = i8x16.sub(v128.xor(v128.load(bounds, 16), sign), sign);
    const first = i8x16.bitmask(i8x16.le_u(low, most));
    const second = i8x16.bitmask(i8x16.le_u(high, most));
    store<u32>(at, bits & (<u32>first | ((<u32>second) << 16)));
  }
}

export function filterBounds16(bitmap: usize, words: i32, column: usize, met: i32, turned: i32): void {
  const most = i16x8.splat(<i16>met);
  const sign = i16x8.splat(<i16>-turned);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const bounds = column + ((<usize>word) << 6);
    const first = met16(v128.load(bounds), v128.load(bounds, 16), most, sign);
    const second = met16(v128.load(bounds, 32), v128.load(bounds, 48), most, sign);
    store<u32>(at, bits & (<u32>first | ((<u32>second) << 16)));
  }
}

function met16(a: v128, b: v128, most: v128, sign: v128): i32 {
  const low = i16x8.le_u(i16x8.sub(v128.xor(a, sign), sign), most);
  const high = i16x8.le_u(i16x8.sub(v128.xor(b, sign), sign), most);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high));
}

@unmanaged
export class ReachFilter {
  reach: usize;
  reachSize: i32;
  places: usize;
  placeSize: i32;
  distances: usize;
  placeLimit: u32;
  met: usize;
  metLimit: u32;
}

/**
 * `reachSize` is 1 or 2 bytes; reach code 0 is no preference. Places are codes of `placeSize` bytes.
 * `distances` is u16 by place code, `met` u16 by reach code: a row passes where its distance is at most its
 * entry in `met`. A code from its table's limit on reads as 0.
 */
export function filterReach(bitmap: usize, words: i32, filter: ReachFilter): void {
  const reach = filter.reach;
  const places = filter.places;
  const placeSize = filter.placeSize;
  const distances = filter.distances;
  const placeLimit = filter.placeLimit;
  const met = filter.met;
  const metLimit = filter.metLimit;
  if (filter.reachSize == 1) {
    if (placeSize == 1)
      keepReached<u8, u8>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
    else if (placeSize == 2)
      keepReached<u8, u16>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
    else keepReached<u8, u32>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
  } else if (placeSize == 1)
    keepReached<u16, u8>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
  else if (placeSize == 2)
    keepReached<u16, u16>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
  else keepReached<u16, u32>(bitmap, words, reach, places, distances, placeLimit, met, metLimit);
}

/**
 * Few rows have this preference. They are found 64 at a time and looked up two at a time, because the loop
 * over them ends in an unpredictable branch. A missing second row has no bit.
 */
function keepReached<Reach, Code>(
  bitmap: usize,
  words: i32,
  reach: usize,
  places: usize,
  distances: usize,
  placeLimit: u32,
  met: usize,
  metLimit: u32,
): void {
  for (let word = 0; word < words; word += 2) {
    const at = bitmap + ((<usize>word) << 2);
    const left = load<u64>(at);
    if (left == 0) continue;
    const first = (<usize>word) << 5;
    const reaches = reach + first * sizeof<Reach>();
    const codes = places + first * sizeof<Code>();
    let asking = left & statedOf<Reach>(reaches);
    let lost: u64 = 0;
    while (asking != 0) {
      lost |= lostOf<Reach, Code>(asking, reaches, codes, distances, placeLimit, met, metLimit);
      asking &= asking - 1;
      lost |= lostOf<Reach, Code>(asking, reaches, codes, distances, placeLimit, met, metLimit);
      asking &= asking - 1;
    }
    store<u64>(at, left & ~lost);
  }
}

/** The lowest bit of `asking` if its row is too far away, else 0. */
function lostOf<Reach, Code>(
  asking: u64,
  reaches: usize,
  codes: usize,
  distances: usize,
  placeLimit: u32,
  met: usize,
  metLimit: u32,
): u64 {
  const row = <usize>ctz<u64>(asking) & 63;
  const demanded = <u32>load<Reach>(reaches + row * sizeof<Reach>());
  const place = <u32>load<Code>(codes + row * sizeof<Code>());
  const distance = <u32>load<u16>(distances + (entry(place, placeLimit) << 1));
  const isTooFar = distance > <u32>load<u16>(met + (entry(demanded, metLimit) << 1));
  return select<u64>(asking & (0 - asking), 0, isTooFar);
}

/** A bit for each of 64 codes of 1 or 2 bytes: whether it is not 0. */
function statedOf<Code>(codes: usize): u64 {
  const none = i8x16.splat(0);
  let stated: u64 = 0;
  for (let n: usize = 0; n < 64; n += 16) {
    const at = codes + n * sizeof<Code>();
    const lacking =
      sizeof<Code>() == 1
        ? i8x16.eq(v128.load(at), none)
        : i8x16.narrow_i16x8_s(i16x8.eq(v128.load(at), none), i16x8.eq(v128.load(at, 16), none));
    stated |= (<u64>(i8x16.bitmask(lacking) ^ 0xffff)) << (<u64>n);
  }
  return stated;
}

/** A code of 1, 2 or 4 bytes. */
export function code(column: usize, size: i32, row: usize): u32 {
  if (size == 1) return <u32>load<u8>(column + row);
  if (size == 2) return <u32>load<u16>(column + (row << 1));
  return load<u32>(column + (row << 2));
}

/**
 * The table entry of a code. Codes from `limit` on were assigned after the table was made and read as
 * absence.
 */
export function entry(one: u32, limit: u32): usize {
  return one < limit ? <usize>one : 0;
}

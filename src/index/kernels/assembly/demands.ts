/** Rows whose owners demand no more than so many kilometres from their own place. */

/**
 * `reachSize` 1 or 2 bytes, 0 is no demand; places are codes of `placeSize` bytes; `distances` f64 by place code, NaN where
 * unknown; `km` f64 by reach code. Entry 0 of both is NaN, and a code from its limit on reads as that.
 */
export function filterReach(
  bitmap: usize,
  words: i32,
  reach: usize,
  reachSize: i32,
  places: usize,
  placeSize: i32,
  distances: usize,
  placeLimit: u32,
  km: usize,
  kmLimit: u32,
): void {
  if (reachSize == 1) {
    if (placeSize == 1) keepReached<u8, u8>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
    else if (placeSize == 2)
      keepReached<u8, u16>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
    else keepReached<u8, u32>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
  } else if (placeSize == 1)
    keepReached<u16, u8>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
  else if (placeSize == 2)
    keepReached<u16, u16>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
  else keepReached<u16, u32>(bitmap, words, reach, places, distances, placeLimit, km, kmLimit);
}

/** Few demand it: they are found 64 at a time, and looked up where they are left. */
function keepReached<Reach, Code>(
  bitmap: usize,
  words: i32,
  reach: usize,
  places: usize,
  distances: usize,
  placeLimit: u32,
  km: usize,
  kmLimit: u32,
): void {
  for (let word = 0; word < words; word += 2) {
    const at = bitmap + ((<usize>word) << 2);
    let kept = load<u64>(at);
    if (kept == 0) continue;
    const first = (<usize>word) << 5;
    const reaches = reach + first * sizeof<Reach>();
    let asking = kept & demandingOf<Reach>(reaches);
    while (asking != 0) {
      const bit = ctz<u64>(asking);
      const demanded = <u32>load<Reach>(reaches + <usize>bit * sizeof<Reach>());
      const place = <u32>load<Code>(places + (first + <usize>bit) * sizeof<Code>());
      const distance = load<f64>(distances + (entry(place, placeLimit) << 3));
      const isTooFar = !(distance <= load<f64>(km + (entry(demanded, kmLimit) << 3)));
      kept ^= (<u64>isTooFar) << bit;
      asking &= asking - 1;
    }
    store<u64>(at, kept);
  }
}

/** Which of 64 codes of 1 or 2 bytes are not 0. */
function demandingOf<Code>(codes: usize): u64 {
  const none = i8x16.splat(0);
  let demanding: u64 = 0;
  for (let n: usize = 0; n < 64; n += 16) {
    const at = codes + n * sizeof<Code>();
    const lacking =
      sizeof<Code>() == 1
        ? i8x16.eq(v128.load(at), none)
        : i8x16.narrow_i16x8_s(i16x8.eq(v128.load(at), none), i16x8.eq(v128.load(at, 16), none));
    demanding |= (<u64>(i8x16.bitmask(lacking) ^ 0xffff)) << (<u64>n);
  }
  return demanding;
}

/** A code of 1, 2 or 4 bytes. */
export function code(plane: usize, size: i32, row: usize): u32 {
  if (size == 1) return <u32>load<u8>(plane + row);
  if (size == 2) return <u32>load<u16>(plane + (row << 1));
  return load<u32>(plane + (row << 2));
}

/** Where to look a code up: codes from `limit` on were given after the table was made, and read as absence. */
export function entry(one: u32, limit: u32): usize {
  return one < limit ? <usize>one : 0;
}

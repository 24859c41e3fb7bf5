/** Rows whose demands a counterpart meets. */

/** Ids u16; `met` has a byte an id; id 0 is met, and so are ids from `limit` on. */
export function filterDemands16(bitmap: usize, words: i32, plane: usize, met: usize, limit: u32): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    if (left == 0) continue;
    const ids = plane + ((<usize>word) << 6);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const id = <u32>load<u16>(ids + ((<usize>bit) << 1));
      kept |= (<u32>load<u8>(met + entry(id, limit))) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}

export function filterDemands32(bitmap: usize, words: i32, plane: usize, met: usize, limit: u32): void {
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    if (left == 0) continue;
    const ids = plane + ((<usize>word) << 7);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const id = load<u32>(ids + ((<usize>bit) << 2));
      kept |= (<u32>load<u8>(met + entry(id, limit))) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
}

/**
 * At most so many km from the row's own place. `reachSize` 1 or 2 bytes, 0 is no demand; places are codes of `placeSize`
 * bytes; `distances` f64 by place code, NaN where unknown; `km` f64 by reach code. A code from its limit on is unknown.
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
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let left = load<u32>(at);
    let kept: u32 = 0;
    while (left != 0) {
      const bit = ctz<u32>(left);
      const row = ((<usize>word) << 5) + <usize>bit;
      const demanded = code(reach, reachSize, row);
      let passes = demanded == 0;
      if (!passes) {
        const place = code(places, placeSize, row);
        passes =
          place < placeLimit &&
          demanded < kmLimit &&
          load<f64>(distances + ((<usize>place) << 3)) <= load<f64>(km + ((<usize>demanded) << 3));
      }
      if (passes) kept |= (<u32>1) << bit;
      left &= left - 1;
    }
    store<u32>(at, kept);
  }
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

/** Numbers from `least` to `most`, both above absence; rows without a number stay where `keepsAbsent` is not 0. */

export function keepRange16(
  bitmap: usize,
  words: i32,
  plane: usize,
  least: i32,
  most: i32,
  keepsAbsent: i32,
): void {
  const low = i16x8.splat(<i16>least);
  const high = i16x8.splat(<i16>most);
  const absent = i16x8.splat(keepsAbsent != 0 ? -1 : 0);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const values = plane + ((<usize>word) << 6);
    const first = i8x16.narrow_i16x8_s(
      kept16(v128.load(values), low, high, absent),
      kept16(v128.load(values, 16), low, high, absent),
    );
    const second = i8x16.narrow_i16x8_s(
      kept16(v128.load(values, 32), low, high, absent),
      kept16(v128.load(values, 48), low, high, absent),
    );
    store<u32>(at, bits & (<u32>i8x16.bitmask(first) | ((<u32>i8x16.bitmask(second)) << 16)));
  }
}

function kept16(values: v128, low: v128, high: v128, absent: v128): v128 {
  const inside = v128.and(i16x8.ge_s(values, low), i16x8.le_s(values, high));
  return v128.or(inside, v128.and(absent, i16x8.eq(values, i16x8.splat(i16.MIN_VALUE))));
}

export function keepRange32(
  bitmap: usize,
  words: i32,
  plane: usize,
  least: i32,
  most: i32,
  keepsAbsent: i32,
): void {
  const low = i32x4.splat(least);
  const high = i32x4.splat(most);
  const absent = i32x4.splat(keepsAbsent != 0 ? -1 : 0);
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    const bits = load<u32>(at);
    if (bits == 0) continue;
    const values = plane + ((<usize>word) << 7);
    let kept: u32 = 0;
    for (let n = 0; n < 8; n++) {
      const four = v128.load(values + ((<usize>n) << 4));
      const inside = v128.and(i32x4.ge_s(four, low), i32x4.le_s(four, high));
      const none = v128.and(absent, i32x4.eq(four, i32x4.splat(i32.MIN_VALUE)));
      kept |= (<u32>i32x4.bitmask(v128.or(inside, none))) << (n << 2);
    }
    store<u32>(at, bits & kept);
  }
}

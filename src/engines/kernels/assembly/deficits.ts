/**
 * Upper-bound pruning: sums the quantized deficits of a row over several columns. Rows whose sum is above
 * `most` are removed from the bitmap. Columns whose tables fit into registers come first, 16 rows at a time.
 * The others are then looked up row by row for the rows that remain.
 *
 * `columns` has `count` records of seven i32: form, address of the column, address of its table (a byte an
 * entry), registers of 16 entries that the table fills, least and greatest number with an entry of its own,
 * entries in all. Forms, those of registers first:
 *
 *   0  codes u8         1  numbers i16, at most 256 entries
 *   2  codes u16        3  codes u32        4  numbers i16        5  numbers i32
 *
 * Codes: the entry is the code; codes beyond the table read entry 0 (a table for u8 is complete). Numbers:
 * entry 0 is absence, entry 1 the least number and all below it. `sums`: 32 bytes of scratch.
 */
const RECORD: usize = 28;

export function pruneByDeficits(
  bitmap: usize,
  words: i32,
  columns: usize,
  count: i32,
  most: i32,
  sums: usize,
): void {
  const limit = i8x16.splat(<i8>most);
  const end = columns + <usize>count * RECORD;
  for (let word = 0; word < words; word++) {
    const at = bitmap + ((<usize>word) << 2);
    let bits = load<u32>(at);
    if (bits == 0) continue;
    let low = i8x16.splat(0);
    let high = i8x16.splat(0);
    let column = columns;
    for (; column < end && load<i32>(column) < 2; column += RECORD) {
      const from = <usize>load<u32>(column, 4);
      const table = <usize>load<u32>(column, 8);
      const registers = load<i32>(column, 12);
      let first: v128;
      let second: v128;
      if (load<i32>(column) == 0) {
        const codes = from + ((<usize>word) << 5);
        first = v128.load(codes);
        second = v128.load(codes, 16);
      } else {
        const least = <i16>load<i32>(column, 16);
        const greatest = <i16>load<i32>(column, 20);
        const values = from + ((<usize>word) << 6);
        first = entries(v128.load(values), v128.load(values, 16), least, greatest);
        second = entries(v128.load(values, 32), v128.load(values, 48), least, greatest);
      }
      low = i8x16.add_sat_u(low, looked(table, registers, first));
      high = i8x16.add_sat_u(high, looked(table, registers, second));
    }
    bits &=
      <u32>i8x16.bitmask(i8x16.le_u(low, limit)) | ((<u32>i8x16.bitmask(i8x16.le_u(high, limit))) << 16);
    if (column < end && bits != 0) {
      v128.store(sums, low);
      v128.store(sums, high, 16);
      for (; column < end && bits != 0; column += RECORD) {
        bits = keptOneByOne(bits, column, (<usize>word) << 5, <u32>most, sums);
      }
    }
    store<u32>(at, bits);
  }
}

function keptOneByOne(bits: u32, column: usize, firstRow: usize, most: u32, sums: usize): u32 {
  const form = load<i32>(column);
  if (form == 2) return keptByCodes<u16>(bits, column, firstRow, most, sums);
  if (form == 3) return keptByCodes<u32>(bits, column, firstRow, most, sums);
  if (form == 4) return keptByNumbers<i16>(bits, column, firstRow, most, sums);
  return keptByNumbers<i32>(bits, column, firstRow, most, sums);
}

function keptByCodes<T>(bits: u32, column: usize, firstRow: usize, most: u32, sums: usize): u32 {
  const codes = <usize>load<u32>(column, 4) + firstRow * sizeof<T>();
  const table = <usize>load<u32>(column, 8);
  const limit = load<u32>(column, 24);
  let kept: u32 = 0;
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = <usize>ctz<u32>(left);
    const code = <u32>load<T>(codes + bit * sizeof<T>());
    const sum = <u32>load<u8>(sums + bit) + <u32>load<u8>(table + (code < limit ? <usize>code : 0));
    store<u8>(sums + bit, <u8>sum);
    kept |= u32(sum <= most) << (<u32>bit);
  }
  return kept;
}

function keptByNumbers<T>(bits: u32, column: usize, firstRow: usize, most: u32, sums: usize): u32 {
  const numbers = <usize>load<u32>(column, 4) + firstRow * sizeof<T>();
  const table = <usize>load<u32>(column, 8);
  const least = load<i32>(column, 16);
  const greatest = load<i32>(column, 20);
  const absent = sizeof<T>() == 2 ? <i32>i16.MIN_VALUE : i32.MIN_VALUE;
  let kept: u32 = 0;
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = <usize>ctz<u32>(left);
    const value = <i32>load<T>(numbers + bit * sizeof<T>());
    const held = min<i32>(max<i32>(value, least), greatest) - least + 1;
    const sum = <u32>load<u8>(sums + bit) + <u32>load<u8>(table + (value == absent ? 0 : <usize>held));
    store<u8>(sums + bit, <u8>sum);
    kept |= u32(sum <= most) << (<u32>bit);
  }
  return kept;
}

/** Table entries of sixteen numbers; the table has at most 256 entries. */
function entries(a: v128, b: v128, least: i16, greatest: i16): v128 {
  return i8x16.narrow_i16x8_u(entry(a, least, greatest), entry(b, least, greatest));
}

function entry(values: v128, least: i16, greatest: i16): v128 {
  const held = i16x8.min_s(i16x8.max_s(values, i16x8.splat(least)), i16x8.splat(greatest));
  const found = i16x8.sub(held, i16x8.splat(least - 1));
  return v128.andnot(found, i16x8.eq(values, i16x8.splat(i16.MIN_VALUE)));
}

/** A swizzle gives 0 for every index outside its sixteen. */
function looked(table: usize, registers: i32, codes: v128): v128 {
  let found = i8x16.swizzle(v128.load(table), codes);
  let rest = codes;
  for (let n = 1; n < registers; n++) {
    rest = i8x16.sub(rest, i8x16.splat(16));
    found = v128.or(found, i8x16.swizzle(v128.load(table + ((<usize>n) << 4)), rest));
  }
  return found;
}

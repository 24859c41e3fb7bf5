/**
 * Bitmaps: row r is bit r & 31 of word r >>> 5. `words` counts u32 words and is even, because a segment has
 * at least 64 rows. No kernel has data of its own: memory belongs to the segments and their scratch areas.
 */

export function countRows(bitmap: usize, words: i32): i32 {
  let count: i64 = 0;
  const end = bitmap + ((<usize>words) << 2);
  for (let at = bitmap; at < end; at += 8) count += popcnt<i64>(load<i64>(at));
  return <i32>count;
}

export function copyRows(bitmap: usize, from: usize, words: i32): void {
  memory.copy(bitmap, from, (<usize>words) << 2);
}

/** bitmap &= other. */
export function keepCommon(bitmap: usize, other: usize, words: i32): void {
  const size = (<usize>words) << 2;
  for (let at: usize = 0; at < size; at += 8) {
    store<i64>(bitmap + at, load<i64>(bitmap + at) & load<i64>(other + at));
  }
}

/** bitmap = one | other. */
export function unite(bitmap: usize, one: usize, other: usize, words: i32): void {
  const size = (<usize>words) << 2;
  for (let at: usize = 0; at < size; at += 8) {
    store<i64>(bitmap + at, load<i64>(one + at) | load<i64>(other + at));
  }
}

/**
 * Records the rows that a rule dropped. `passing` held all rows of `bitmap` and `once` before the rule
 * narrowed it. `bitmap` and `once` keep their rows that pass. The rows that this rule is the first to drop
 * are added to `once` and written to `dropped`. Returns their number.
 */
export function dropByRule(bitmap: usize, once: usize, passing: usize, dropped: usize, words: i32): i32 {
  let count: i64 = 0;
  const size = (<usize>words) << 2;
  for (let at: usize = 0; at < size; at += 8) {
    const before = load<i64>(bitmap + at);
    const passes = load<i64>(passing + at);
    const gone = before & ~passes;
    store<i64>(bitmap + at, before & passes);
    store<i64>(once + at, (load<i64>(once + at) & passes) | gone);
    store<i64>(dropped + at, gone);
    count += popcnt<i64>(gone);
  }
  return <i32>count;
}

/**
 * Writes ascending rows from word `from` on to `rows`, until another whole word might not fit into `most`.
 * Returns the number of rows, and stores at `next` the word to continue with.
 */
export function listRows(bitmap: usize, words: i32, from: i32, rows: usize, most: i32, next: usize): i32 {
  let count = 0;
  let word = from;
  while (word < words && count + 32 <= most) {
    let left = load<u32>(bitmap + ((<usize>word) << 2));
    const first = word << 5;
    if (left == 0xffffffff) {
      let to = rows + ((<usize>count) << 2);
      let four = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3));
      for (let n = 0; n < 8; n++) {
        v128.store(to, four);
        four = i32x4.add(four, i32x4.splat(4));
        to += 16;
      }
      count += 32;
    } else {
      while (left != 0) {
        store<i32>(rows + ((<usize>count) << 2), first + <i32>ctz<u32>(left));
        left &= left - 1;
        count++;
      }
    }
    word++;
  }
  store<i32>(next, word);
  return count;
}

/** Cuts a list into pieces of at most `size`, in order. An empty list has none. */
export function* inChunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

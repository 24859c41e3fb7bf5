/** The first `length` codes as a key of maps. */
export function prefixKey(codes: ArrayLike<number>, length: number): string {
  let key = '';
  for (let level = 0; level < length; level++) key += String.fromCharCode(codes[level]!);
  return key;
}

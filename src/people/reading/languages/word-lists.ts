/** Lists of words and phrases, as the tables of languages write them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words === '' ? [] : words.split(' '));

/** "a|hasta" */
export const phraseSet = (phrases: string): ReadonlySet<string> => new Set(phrases.split('|'));

/** "eins 1 zwei 2" as a map. */
export function numberMap(written: string): ReadonlyMap<string, number> {
  const parts = written.trim().split(/\s+/);
  const map = new Map<string, number>();
  for (let at = 0; at + 1 < parts.length; at += 2) map.set(parts[at]!, Number(parts[at + 1]));
  return map;
}

/** `{year: 'ano anual'}` by word. */
export function byWord<Value extends string>(
  lists: Readonly<Partial<Record<Value, string>>>,
): ReadonlyMap<string, Value> {
  const entries = Object.entries(lists) as [Value, string][];
  return new Map(entries.flatMap(([value, words]) => words.split('|').map((word) => [word, value])));
}

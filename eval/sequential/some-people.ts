/** Keeps the events of some people, drawn at random, and all items. */
import { randomOrder } from '../../src/platform/numeric/random-streams.ts';

/** `lines`: of an import. */
export function* somePeople(lines: Iterable<string>, count: number, seed: number): Generator<string> {
  const all = [...lines];
  const personOf = (line: string) => (JSON.parse(line) as { readonly person_id?: string }).person_id;
  const people = [...new Set(all.map(personOf))].filter((id) => id !== undefined);
  const drawn = randomOrder(seed, 'people', people.length).subarray(0, count);
  const kept = new Set(Array.from(drawn, (at) => people[at]!));
  for (const line of all) {
    const person = personOf(line);
    if (person === undefined || kept.has(person)) yield line;
  }
}

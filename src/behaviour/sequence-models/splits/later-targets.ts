/**
 * The cases of a comparison over few people: every target from a moment on that has an earlier event of its person.
 * A history has all events before its target, or before the basket of its target, also those after the moment, as
 * a service would have them.
 */
import type { Histories } from '../histories/histories.ts';
import { basketAt } from './baskets.ts';
import type { Cases } from './split.ts';
import { isTarget, targetWeight } from './target-weight.ts';

/** `fromMs`: milliseconds since 1970. */
export function laterTargets(histories: Histories, fromMs: number): Cases {
  const { offsets, timestampsMs } = histories;
  const least = targetWeight(histories);
  const [people, positions]: [number[], number[]] = [[], []];
  for (let person = 0; person + 1 < offsets.length; person++) {
    for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++) {
      if (timestampsMs[at]! < fromMs || !isTarget(histories, at, least)) continue;
      people.push(person);
      positions.push(at);
    }
  }
  const targets = Uint32Array.from(positions);
  const ends = targets.map((at, which) => basketAt(histories, people[which]!, at).start);
  return withoutFirstBaskets({ histories, people: Uint32Array.from(people), ends, targets });
}

/** Nothing is known of a person before the first basket. */
function withoutFirstBaskets({ histories, people, ends, targets }: Cases): Cases {
  const kept = ends
    .map((_, which) => which)
    .filter((which) => ends[which]! > histories.offsets[people[which]!]!);
  const take = (column: Uint32Array) => kept.map((which) => column[which]!);
  return { histories, people: take(people), ends: take(ends), targets: take(targets) };
}

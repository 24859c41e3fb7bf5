/**
 * The leave-one-out split, as publications use it. Each person's last item is the test target, the item
 * before it is the validation target, and the rest is training data. The history of a test case includes the
 * validation item. All events of a person with fewer than three events are training data.
 *
 * Where kinds of events weigh differently, the targets are a person's last events of the greatest weight; what
 * comes after the test target is left out.
 *
 * Training data may have other people's events after a target, so information leaks through time. The
 * temporal split avoids this.
 */
import { type Histories, truncateHistories } from '../histories/histories.ts';
import { leaveBasketOut } from './leave-basket-out.ts';
import type { Cases, Split } from './split.ts';
import { isTarget, targetWeight } from './target-weight.ts';

const MIN_EVENTS = 3;

export function leaveOneOut(histories: Histories): Split {
  return histories.baskets === undefined ? leaveEventOut(histories) : leaveBasketOut(histories);
}

function leaveEventOut(histories: Histories): Split {
  const { offsets, personIds } = histories;
  const least = targetWeight(histories);
  const lastTarget = (person: number, end: number, earlier: number) => {
    let at = end - 1;
    while (at >= offsets[person]! + earlier && !isTarget(histories, at, least)) at--;
    return at >= offsets[person]! + earlier ? at : null;
  };
  const people = Uint32Array.from(personIds.keys());
  const tests = Array.from(people, (person) => lastTarget(person, offsets[person + 1]!, MIN_EVENTS - 1));
  const validations = tests.map((at, person) => (at === null ? null : lastTarget(person, at, 1)));
  const ends = people.map((person) => validations[person] ?? tests[person] ?? offsets[person + 1]!);
  const train = truncateHistories(histories, ends);
  const casesOf = (targets: readonly (number | null)[]): Cases => {
    const evaluated = people.filter((person) => targets[person] !== null);
    const positions = evaluated.map((person) => targets[person]!);
    return { histories, people: evaluated, ends: positions, targets: positions };
  };
  return {
    kind: 'leave-one-out',
    train,
    test: casesOf(tests),
    validation: { train, cases: casesOf(validations) },
    points: null,
  };
}

/**
 * The leave-one-out split, as publications use it. Each person's last item is the test target, the item
 * before it is the validation target, and the rest is training data. The history of a test case includes the
 * validation item. All events of a person with fewer than three events are training data.
 *
 * Training data may have other people's events after a target, so information leaks through time. The
 * temporal split avoids this.
 */
import { type Histories, truncateHistories } from '../histories/histories.ts';
import type { Cases, Split } from './split.ts';

const MIN_EVENTS = 3;

export function leaveOneOut(histories: Histories): Split {
  const { offsets, personIds } = histories;
  const lengthOf = (person: number) => offsets[person + 1]! - offsets[person]!;
  const evaluated = Uint32Array.from(personIds.keys()).filter((person) => lengthOf(person) >= MIN_EVENTS);
  const ends = Uint32Array.from(personIds, (_, person) =>
    lengthOf(person) >= MIN_EVENTS ? offsets[person + 1]! - 2 : offsets[person + 1]!,
  );
  const train = truncateHistories(histories, ends);
  const casesFromEnd = (back: number): Cases => {
    const targets = evaluated.map((person) => offsets[person + 1]! - back);
    return { histories, people: evaluated, ends: targets, targets };
  };
  return {
    kind: 'leave-one-out',
    train,
    test: casesFromEnd(1),
    validation: { train, cases: casesFromEnd(2) },
    points: null,
  };
}

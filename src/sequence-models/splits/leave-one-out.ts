/**
 * Leave one out, as the field publishes it: of each person the last item is the target of the test, the one
 * before it that of the validation, and the rest is learned from. At test the history has the validation's
 * item. Of people with fewer than three events all is learned from.
 *
 * It lets a model learn from what others did after a target: time leaks, which the temporal split does not
 * allow.
 */
import { type Histories, truncateHistories } from '../histories/histories.ts';
import type { Cases, Split } from './split.ts';

const LEAST_EVENTS = 3;

export function leaveOneOut(histories: Histories): Split {
  const { offsets, personIds } = histories;
  const lengthOf = (person: number) => offsets[person + 1]! - offsets[person]!;
  const evaluated = Uint32Array.from(personIds.keys()).filter((person) => lengthOf(person) >= LEAST_EVENTS);
  const ends = Uint32Array.from(personIds, (_, person) =>
    lengthOf(person) >= LEAST_EVENTS ? offsets[person + 1]! - 2 : offsets[person + 1]!,
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

/**
 * The data of a refit: the histories of people with new events, and a sample of the others. With the sample
 * the model forgets little of the others, and a refit costs a fraction of a fit on everything.
 *
 * P people.
 */
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import { type Histories, peopleOf } from '../histories/histories.ts';

/** The minimum number of earlier people. Otherwise there are as many as people with new events. */
const MIN_EARLIER_PEOPLE = 2000;

/** The same items; people in the same order. `fromMs`: new events are later, milliseconds since 1970. */
export function refitPart(histories: Histories, fromMs: number, seed: number): Histories {
  const { personIds, offsets, timestampsMs } = histories;
  const P = personIds.length;
  const isKept = new Uint8Array(P);
  let renewed = 0;
  for (let person = 0; person < P; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    if (start === end || timestampsMs[end - 1]! <= fromMs) continue;
    isKept[person] = 1;
    renewed++;
  }
  let wanted = Math.max(renewed, MIN_EARLIER_PEOPLE);
  for (const person of randomOrder(seed, 'earlier people', P)) {
    if (wanted === 0) break;
    if (isKept[person] === 1 || offsets[person] === offsets[person + 1]) continue;
    isKept[person] = 1;
    wanted--;
  }
  return peopleOf(
    histories,
    Uint32Array.from(personIds.keys()).filter((person) => isKept[person] === 1),
  );
}

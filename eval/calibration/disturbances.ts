/** Outcomes of few senders after a training, which should not move the probabilities of all others. */
import type { OutcomeOrigins } from '../../src/matching/learn/calibration/fit-tenant-calibration.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { joined } from './later-world.ts';

export interface Disturbance {
  readonly name: string;
  /** All outcomes: those of the training, then the new ones. */
  readonly outcomes: LabelledPairs;
  readonly origins: OutcomeOrigins;
}

const REFUSED = 50;
const CHOSEN = 10;
const POISON = 400;
const SCATTERED = 60;

interface Parts {
  /** Outcomes that the model has learned. */
  readonly learned: LabelledPairs;
  /** Fresh outcomes of the same time, as people really decide: `POISON` at least. */
  readonly fresh: LabelledPairs;
  /** After the training, epoch ms. */
  readonly sinceMs: number;
  readonly seed: number;
}

export function disturbances({ learned, fresh, sinceMs, seed }: Parts): readonly Disturbance[] {
  const random = new SeededRandom(seed);
  const P = learned.people.length;
  const [refuser, chooser] = [random.below(P), random.below(P)];
  const by = (seeker: number, count: number, label: number) => ({
    seekers: new Uint32Array(count).fill(seeker),
    candidates: Uint32Array.from({ length: count }, () => (seeker + 1 + random.below(P - 1)) % P),
    labels: new Uint8Array(count).fill(label),
  });
  const taken = (rows: Uint32Array, invert: boolean) => ({
    seekers: Uint32Array.from(rows, (n) => fresh.seekers[n]!),
    candidates: Uint32Array.from(rows, (n) => fresh.candidates[n]!),
    labels: Uint8Array.from(rows, (n) => fresh.labels[n]! ^ Number(invert)),
  });
  const first = (count: number) => Uint32Array.from({ length: count }, (_, n) => n);
  const seen = new Set<number>();
  const ofDifferentSeekers = Uint32Array.from(fresh.seekers.keys())
    .filter((n) => !seen.has(fresh.seekers[n]!) && seen.add(fresh.seekers[n]!) !== undefined)
    .slice(0, SCATTERED);
  const after = (list: Pick<LabelledPairs, 'seekers' | 'candidates' | 'labels'>): LabelledPairs => ({
    people: learned.people,
    ...list,
    weights: new Float64Array(list.labels.length).fill(1),
    atMs: Float64Array.from(list.labels, (_, n) => sinceMs + 1000 * (n + 1)),
  });
  const made = (name: string, key: number, ...lists: Parameters<typeof after>[0][]): Disturbance => {
    const outcomes = joined([learned, ...lists.map(after)]);
    const N = outcomes.labels.length;
    return {
      name,
      outcomes,
      origins: {
        keys: Uint32Array.from({ length: N }, (_, n) => (n < learned.labels.length ? 0 : key)),
        isShown: new Uint8Array(N).fill(1),
      },
    };
  };
  return [
    made(`${SCATTERED} outcomes of ${SCATTERED} people`, 0, taken(ofDifferentSeekers, false)),
    made(
      `${REFUSED} refusals of one person, ${CHOSEN} choices of another`,
      0,
      by(refuser, REFUSED, 0),
      by(chooser, CHOSEN, 1),
    ),
    made(`${POISON} inverted outcomes of one key`, 1, taken(first(POISON), true)),
    made(`${POISON} outcomes of one key`, 1, taken(first(POISON), false)),
  ];
}

/**
 * A world of choices without refusals. Seekers of two tastes choose candidates of their taste, each wanted
 * for a month after its launch. Early candidates have been chosen most often, and are no longer wanted.
 */
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import type { TrainingSet } from '../../training-set.ts';
import { FROZEN_AT_MS, trainingSetOf } from './two-sided-world.ts';

const DAY_MS = 86_400_000;
const DAYS = 300;
const WANTED_DAYS = 60;
/** How often a candidate of the seeker's taste is chosen. */
const OWN_TASTE = 0.9;

export interface ChoiceWorld {
  readonly set: TrainingSet;
  /** After the freeze: the seeker's next choice, and another candidate that they never chose. */
  readonly next: readonly { readonly seeker: number; readonly chosen: number; readonly other: number }[];
}

export function choiceWorld(given: {
  readonly seekers: number;
  readonly candidates: number;
  readonly choices: number;
  readonly seed: number;
}): ChoiceWorld {
  const random = new SeededRandom(given.seed);
  const { seekers: S, candidates: C } = given;
  const tasteOf = (person: number) => person % 2;
  const launch = Array.from({ length: C }, (_, c) => (c / C) * DAYS - WANTED_DAYS / 2);
  const wantedOn = (day: number) =>
    launch.flatMap((from, c) => (day >= from && day < from + WANTED_DAYS ? [S + c] : []));
  const made = new Map<string, { seeker: number; candidate: number; day: number }>();
  const choose = (seeker: number, day: number) => {
    const own = random.uniform() < OWN_TASTE;
    const open = wantedOn(day).filter(
      (one) => (tasteOf(one) === tasteOf(seeker)) === own && !made.has(`${seeker} ${one}`),
    );
    return open.length === 0 ? null : random.pick(open);
  };
  for (let n = 0; n < given.choices; n++) {
    // Twice as many choices at the beginning as at the end.
    const day = DAYS * (1 - Math.sqrt(1 - 0.75 * random.uniform())) * 2;
    const seeker = random.below(S);
    const candidate = choose(seeker, day);
    if (candidate !== null) made.set(`${seeker} ${candidate}`, { seeker, candidate, day });
  }
  const rows = [...made.values()];
  const outcomes = {
    people: Array.from({ length: S + C }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    labels: new Uint8Array(rows.length).fill(1),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, ({ day }) => FROZEN_AT_MS - (DAYS - day) * DAY_MS),
  };
  const people = outcomes.people.map(() => ({
    values: { age: 20 + random.below(40), pet: random.pick(['cat', 'dog', 'none']), noise: random.uniform() },
    vector: null,
  }));
  const drawn = Uint32Array.from(rows, ({ seeker }) => {
    for (;;) {
      const candidate = S + random.below(C);
      if (!made.has(`${seeker} ${candidate}`)) return candidate;
    }
  });
  const set = {
    ...trainingSetOf(people, outcomes),
    triplets: {
      seekers: outcomes.seekers,
      positives: outcomes.candidates,
      negatives: drawn,
      weights: new Float64Array(rows.length).fill(1),
    },
  };
  const next = Array.from({ length: 300 }, () => {
    const seeker = random.below(S);
    const open = Array.from({ length: C }, (_, c) => S + c).filter((one) => !made.has(`${seeker} ${one}`));
    return { seeker, chosen: choose(seeker, DAYS - 1), other: random.pick(open) };
  });
  return {
    set,
    next: next.flatMap(({ seeker, chosen, other }) =>
      chosen === null || chosen === other ? [] : [{ seeker, chosen, other }],
    ),
  };
}

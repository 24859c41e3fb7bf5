/** People whose choices follow their profiles, and also tastes that no profile tells: something to learn. */
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

export interface Taste {
  readonly userId: string;
  readonly gender: 'woman' | 'man';
  readonly fields: { readonly age: number; readonly location: string; readonly relationship_goal: string };
  /** Log-odds: how readily others choose this one, or this one others. */
  readonly appeal: number;
}

const goals = ['long_term', 'marriage', 'casual', 'friendship'];

/** So many women and so many men. */
export function peopleWithTastes(count: number, seed: number) {
  const random = new SeededRandom(seed);
  const make = (userId: string, gender: Taste['gender']): Taste => ({
    userId,
    gender,
    fields: {
      age: 22 + random.below(30),
      location: 'Lisbon, Portugal',
      relationship_goal: random.pick(goals),
    },
    appeal: (random.uniform() * 2 - 1) * 1.5,
  });
  const seekers = Array.from({ length: count }, (_, n) => make(`w${n}`, 'woman'));
  const candidates = Array.from({ length: count }, (_, n) => make(`m${n}`, 'man'));
  return { seekers, candidates };
}

/**
 * The seeker's decisions on half of the candidates, as items of feedback. `opposites`: only different goals
 * attract.
 */
export function decide(seeker: Taste, candidates: readonly Taste[], seed: number, opposites = false) {
  const random = new SeededRandom(seed * 1000 + Number(seeker.userId.slice(1)));
  return candidates
    .filter(() => random.uniform() < 0.5)
    .map((candidate) => {
      const alike = seeker.fields.relationship_goal === candidate.fields.relationship_goal;
      const logOdds = opposites
        ? 3 * (alike ? -1 : 1)
        : 2 * ((alike ? 1 : -0.6) + candidate.appeal + seeker.appeal / 2);
      const chosen = sigmoid(logOdds) > random.uniform();
      return {
        seeker_id: seeker.userId,
        candidate_id: candidate.userId,
        outcome: chosen ? 'accepted' : 'rejected',
      };
    });
}

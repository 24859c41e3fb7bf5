/**
 * A simulated labour market with known truth. A CV or a job is a latent profession, level, skills, place and
 * pay, and a text about them in one of several layouts. The utility of a pair depends on the latent values
 * alone, never on what is extracted from the text:
 *
 *   utility = profession (3.2 same, 1.2 near) + 2.2 · share of the asked skills − 0.6 · |levels apart|
 *     − 1.4 (far, and not remote) − 0.9 (pay below the wish)
 *
 * A recruiter's choice is utility + `noise` · logistic noise > `threshold`: `noise` is the known size.
 */
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { LEVELS, type Participant } from './participant.ts';
import { type Profession, professions } from './professions.ts';
import { writeText } from './write-text.ts';

const CITIES = ['Berlin', 'Manchester', 'Madrid', 'Warsaw', 'Chicago', 'Toronto'] as const;

export interface Market {
  readonly participants: readonly (Participant & { readonly text: string })[];
  /** Utility of (candidate, job), without noise. */
  readonly utility: (candidate: Participant, job: Participant) => number;
}

export function simulateMarket(jobs: number, candidates: number, seed: number): Market {
  const random = new SeededRandom(seed);
  const participants = Array.from({ length: jobs + candidates }, (_, n) => {
    const role = n < jobs ? ('job' as const) : ('candidate' as const);
    const one = participant(role, n, random);
    return { ...one, text: writeText(one, random) };
  });
  return { participants, utility };
}

function participant(role: Participant['role'], n: number, random: SeededRandom): Participant {
  const profession = professions[n % professions.length]!;
  const level = random.below(LEVELS.length);
  return {
    userId: `${role}-${n}`,
    role,
    profession,
    title: random.pick(profession.titles),
    level,
    skills: random.sample(profession.skills, random.between(2, 5)),
    city: random.pick(CITIES),
    remote: random.chance(0.25),
    pay: Math.round(35 + 14 * level + 25 * random.uniform()) * 1000,
  };
}

function utility(candidate: Participant, job: Participant): number {
  const has = new Set(candidate.skills);
  const covered = job.skills.filter((skill) => has.has(skill)).length / job.skills.length;
  const far = candidate.city !== job.city && !job.remote;
  return (
    closeness(candidate.profession, job.profession) +
    2.2 * covered -
    0.6 * Math.abs(candidate.level - job.level) -
    (far ? 1.4 : 0) -
    (job.pay < candidate.pay ? 0.9 : 0)
  );
}

function closeness(a: Profession, b: Profession): number {
  if (a.name === b.name) return 3.2;
  return a.near.includes(b.name) || b.near.includes(a.name) ? 1.2 : 0;
}

/**
 * Finds terms that outcomes need and the scorecard does not have. Each is a group of columns that is added as
 * a whole or not at all. Its gain is compared with that of null copies: the same term over the same pairs,
 * with the profiles exchanged at random within their side. (They are like knockoffs, Barber and Candès 2015,
 * but by permutation.) Null copies keep the pairs of decisions, so that neither the heavy seeker nor the
 * popular candidate looks like a rule.
 */
import type { Scorecard, Term } from '../../../../domains/scorecard.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { mean, standardDeviation } from '../../../../platform/numeric/statistics.ts';
import type { PartReport, RankingModel } from '../../../ranking/ranking-model.ts';
import { learnableTerm } from '../../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import type { TrainingSet } from '../../training-set.ts';
import type { FitPeople } from '../fit-people.ts';
import { gainOfTerm, type Residuals } from './gain-of-term.ts';
import { FOUND, termsToTry } from './terms-to-try.ts';

export interface FoundTerms {
  /** The found terms, with points of 0. */
  readonly terms: readonly Term[];
  readonly report: PartReport;
}

const NULL_COPIES = 16;
/** Standard deviations by which a gain exceeds those of its null copies. */
const FAR = 5;
const MOST_FOUND = 20;
/** Terms of a scorecard (`Scorecard.terms`). */
const MOST_TERMS = 200;

export function findTerms(
  people: FitPeople,
  scorecard: Scorecard,
  residuals: Residuals,
  seed: number,
): FoundTerms {
  const { definition, persons, nowMs } = people;
  const tried = termsToTry(definition, scorecard, persons);
  const random = new SeededRandom(seed + 3);
  const copies = Array.from({ length: NULL_COPIES }, () => exchanged(people, random));
  const measured = tried.map((term) => {
    const learnable = learnableTerm(definition, term, nowMs);
    const gain = gainOfTerm(learnable, residuals, persons);
    const nulls = copies.map((copy) => gainOfTerm(learnable, residuals, copy));
    const spread = Math.max(1e-9, standardDeviation(nulls));
    return { term, gain, far: (gain - mean(nulls)) / spread, highest: Math.max(...nulls) };
  });
  const found = measured
    .filter(({ gain, far, highest }) => far > FAR && gain > highest)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, Math.min(MOST_FOUND, MOST_TERMS - scorecard.terms.length));
  return {
    terms: found.map(({ term }) => term),
    report: {
      kept: found.length > 0,
      reason:
        found.length === 0
          ? `none of ${tried.length} tried says more than profiles exchanged at random`
          : `found: ${found.map(({ term }) => inWords(term)).join(', ')}`,
      figures: Object.fromEntries([
        ['tried', tried.length],
        ...found.map(({ term, far }) => [`${term.name}_above_chance_sd`, Math.round(far * 10) / 10]),
      ]),
    },
  };
}

/** The terms that an earlier fit of the same set found, with its report. */
export function foundAgain(
  { definition, frozenAtMs }: Pick<TrainingSet, 'definition' | 'frozenAtMs'>,
  { card }: RankingModel,
  base: RankingModel,
): FoundTerms {
  const known = new Set(base.card.scorecard.terms.map(({ name }) => name));
  const terms = card.scorecard.terms.filter(({ name }) => name.startsWith(FOUND) && !known.has(name));
  return {
    terms: terms.map((term) => {
      const learnable = learnableTerm(definition, term, frozenAtMs);
      return learnable.withValues(new Float64Array(learnable.values.length));
    }),
    report: card.parts.found_terms ?? { kept: false, reason: 'not looked for', figures: {} },
  };
}

/** The people, each with the profile of another person of the same side. */
function exchanged({ persons, sides }: FitPeople, random: SeededRandom): readonly Person[] {
  const copy = [...persons];
  for (const members of Map.groupBy(persons.keys(), (n) => sides[n]!).values()) {
    const shuffled = random.shuffle(Uint32Array.from(members));
    members.forEach((member, at) => {
      copy[member] = persons[shuffled[at]!]!;
    });
  }
  return copy;
}

function inWords(term: Term): string {
  const named = 'field' in term && term.field !== undefined ? term.field : null;
  switch (term.compare) {
    case 'matrix':
      return `each ${named ?? `${term.me} with each ${term.other}`} with each other`;
    case 'difference':
      return `who has more ${named ?? `${term.other} than ${term.me}`}`;
    case 'overlap':
      return `shared ${named ?? `${term.me} and ${term.other}`}`;
    case 'distance':
      return `distance of ${named}`;
    case 'prior':
      return term.other === undefined ? `${term.me} of who chooses` : `${term.other} of who is chosen`;
    default:
      return term.name;
  }
}

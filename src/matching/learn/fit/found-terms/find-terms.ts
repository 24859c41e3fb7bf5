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
import type { TrainingSet } from '../../training-set.ts';
import type { FitPeople } from '../fit-people.ts';
import { findBySide, type TermBySide } from './by-side.ts';
import { exchangedWithin } from './exchange-profiles.ts';
import { gainOfTerm, type Residuals } from './gain-of-term.ts';
import { comparisonsOf, FOUND, termsToTry } from './terms-to-try.ts';

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
  const { definition, persons, sides, nowMs } = people;
  const tried = termsToTry(definition, scorecard, persons);
  const random = new SeededRandom(seed + 3);
  const copies = Array.from({ length: NULL_COPIES }, () =>
    exchangedWithin(persons, (n) => sides[n]!, random),
  );
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
  const bySide = findBySide(people, comparisonsOf(definition, persons), residuals, random);
  const room = MOST_TERMS - scorecard.terms.length - found.length;
  const kept = bySide.found.filter(({ terms }, at, all) => room >= countOf(all.slice(0, at)) + terms.length);
  const words = [
    ...found.map(({ term }) => inWords(term)),
    ...kept.map(({ base, field }) => `${inWords(base)}, by ${field}`),
  ];
  const all = [...found, ...kept.map(({ terms, far }) => ({ term: terms[0]!, far }))];
  return {
    terms: [...found.map(({ term }) => term), ...kept.flatMap(({ terms }) => terms)],
    report: {
      kept: words.length > 0,
      reason:
        words.length === 0
          ? `none of ${tried.length + bySide.tried} tried says more than profiles exchanged at random`
          : `found: ${words.join(', ')}`,
      figures: Object.fromEntries([
        ['tried', tried.length],
        ['tried_by_side', bySide.tried],
        ...all.map(({ term, far }) => [`${term.name}_above_chance_sd`, Math.round(far * 10) / 10]),
      ]),
    },
  };
}

function countOf(found: readonly TermBySide[]): number {
  return found.reduce((sum, { terms }) => sum + terms.length, 0);
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

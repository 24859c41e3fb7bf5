/**
 * The points that a model learned, term by term, beside the declared ones. Points include the weight of the
 * term, divided by the declared temperature. Training changes the points of declared terms, and may add
 * undeclared terms, whose declared points are 0.
 */
import type { ModelTerm } from '../../../contract/training-run.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { servedScorecard } from '../../ranking/models/served-scorecard.ts';
import { learnableTerm } from '../../ranking/scoring/learnable-term.ts';
import { termInWords } from '../../ranking/term-in-words.ts';

/** Points of one term; a matrix may have hundreds. */
export const MOST_POINTS = 64;

/** Biggest changes first. null where the model has no scorecard of the domain's present version. */
export function describeTerms(
  definition: DomainDefinition,
  { card }: Pick<StoredRankingModel, 'card'>,
): ModelTerm[] | null {
  const learned = Scorecard.safeParse(card.scorecard);
  if (!learned.success || card.schema_version !== schemaVersion(definition)) return null;
  const declared = servedScorecard(definition);
  const terms = declared.terms.flatMap((term) => {
    const after = learned.data.terms.find(({ name }) => name === term.name);
    if (after === undefined) return [];
    return [
      describeTerm(term.name, term.compare, slotsOf(definition, term), new Map(slotsOf(definition, after))),
    ];
  });
  const found = learned.data.terms
    .filter(({ name }) => !declared.terms.some((term) => term.name === name))
    .map((term) => {
      const after = slotsOf(definition, term);
      const before = after.map(([at]) => [at, 0] as const);
      const words = termInWords(definition, term);
      return {
        ...describeTerm(term.name, term.compare, before, new Map(after)),
        ...(words !== null && { words }),
      };
    });
  const whole = describeTerm(
    'intercept',
    'intercept',
    [['every pair', declared.intercept]],
    new Map([['every pair', learned.data.intercept]]),
  );
  const texts = describeTerm('text', 'text', textSlots(declared), new Map(textSlots(learned.data)));
  return [whole, texts, ...terms, ...found].sort((a, b) => b.change - a.change);
}

type Slot = readonly [name: string, points: number];

function slotsOf(definition: DomainDefinition, term: Scorecard['terms'][number]): readonly Slot[] {
  const { slotNames, values } = learnableTerm(definition, term, 0);
  return slotNames.map((name, slot) => [name, values[slot]!] as const);
}

function textSlots({ head, cross_encoder: { sentences } }: Scorecard): readonly Slot[] {
  return [
    ['similar profiles', head.weight],
    ['dissimilar profiles', head.weight_against],
    ['similar sentences', sentences.weight],
    ['dissimilar sentences', sentences.weight_against],
  ];
}

function describeTerm(
  name: string,
  compare: string,
  declared: readonly Slot[],
  learned: ReadonlyMap<string, number>,
): ModelTerm {
  const points = declared.map(([at, before]) => ({
    at,
    declared: rounded(before),
    learned: rounded(learned.get(at) ?? before),
  }));
  const changeOf = (one: (typeof points)[number]) => Math.abs(one.learned - one.declared);
  const byChange = [...points].sort((a, b) => changeOf(b) - changeOf(a));
  const kept = new Set(byChange.slice(0, MOST_POINTS));
  return {
    name,
    compare,
    change: rounded(byChange.length === 0 ? 0 : changeOf(byChange[0]!)),
    points: points.filter((point) => kept.has(point)),
  };
}

function rounded(points: number): number {
  return Math.round(points * 1e6) / 1e6;
}

/**
 * The weights of a run, as the controls show them and as wire form, which names only weights other than 1.
 */
import { modelStages } from 'counterpart-stages';
import type { MatchRequest, Schema, SchemaTerm } from '../../api/queries.ts';

export type Weights = Readonly<Record<string, number>>;

/** Where the slider stops: even steps below 1, growing ones above. */
export const weightStops = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10] as const;
export const MOST_WEIGHT = 10;

/** The stop nearest to a weight, as its position. */
export function stopOf(weight: number): number {
  let nearest = 0;
  weightStops.forEach((stop, position) => {
    if (Math.abs(stop - weight) < Math.abs(weightStops[nearest]! - weight)) nearest = position;
  });
  return nearest;
}

/** Without a value, or with 1, the name goes. No weight at all is undefined. */
export function withWeight(weights: Weights, name: string, value: number | undefined): Weights | undefined {
  const { [name]: _, ...rest } = weights;
  const next = value === undefined || value === 1 ? rest : { ...rest, [name]: value };
  return Object.keys(next).length === 0 ? undefined : next;
}

/** Reads an address. A value that is no weight is left out; the service checks the names. */
export function parseWeights(raw: Readonly<Record<string, unknown>>): Weights {
  const entries = Object.entries(raw).filter(
    ([, value]) => typeof value === 'number' && value >= 0 && value <= MOST_WEIGHT,
  );
  return Object.fromEntries(entries) as Weights;
}

export type WeightGroup = 'fields' | 'texts' | 'activity';

const groupOf: Readonly<Record<string, WeightGroup>> = {
  cosine: 'texts',
  text: 'texts',
  mentions: 'texts',
  shared_words: 'texts',
  recency: 'activity',
  completeness: 'activity',
};

/** The terms of the models that a run uses, and those that already have a weight, in groups. */
export function weightGroups(
  { terms, tiers }: Pick<Schema, 'terms' | 'tiers'>,
  { stages, weights = {} }: Pick<MatchRequest, 'stages' | 'weights'>,
): readonly (readonly [WeightGroup, readonly SchemaTerm[]])[] {
  const used = new Set(
    modelStages.flatMap((stage) => {
      const wire = stages?.[stage];
      const pinned = typeof wire === 'object' && wire !== null ? wire.model : undefined;
      return pinned ?? tiers[stage][0]?.tier ?? [];
    }),
  );
  const shown = terms.filter((term) => term.name in weights || term.tiers.some((tier) => used.has(tier)));
  return (['fields', 'texts', 'activity'] as const).flatMap((group) => {
    const own = shown.filter(({ compare }) => (groupOf[compare] ?? 'fields') === group);
    return own.length === 0 ? [] : [[group, own] as const];
  });
}

/** The terms of which a score is the sum, as GET /schema describes them. */
import type { Tier } from '../../contract/tier.ts';
import type { SchemaTerm } from '../../contract/user.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { fieldsOfTerm, pointsOfTerm } from '../../domains/read-term.ts';
import type { Scorecard, Term } from '../../domains/scorecard.ts';
import type { StageModel } from './models/model-catalog.ts';
import { SENTENCES, TEXT_SIMILARITY } from './models/weigher.ts';
import { readyTerm } from './scoring/ready-term.ts';

type Described = Omit<SchemaTerm, 'tiers'>;

/** The terms of all tiers, those of the most specific first; a term of several tiers as the first has it. */
export function describeTerms(
  definition: DomainDefinition,
  models: readonly StageModel[],
): readonly SchemaTerm[] {
  const terms = new Map<string, Described & { readonly tiers: Tier[] }>();
  for (const { tier, rankingModel } of models) {
    const { scorecard } = rankingModel.card;
    const declared = scorecard.terms.map((term) => describeTerm(definition, term));
    for (const term of [...declared, ...textParts(definition, scorecard)]) {
      const known = terms.get(term.name);
      if (known === undefined) terms.set(term.name, { ...term, tiers: [tier] });
      else if (!known.tiers.includes(tier)) known.tiers.push(tier);
    }
  }
  return [...terms.values()];
}

function describeTerm(definition: DomainDefinition, term: Term): Described {
  const { name, compare, reason, reason_equal, reason_against } = term;
  // The time does not matter: only points depend on it.
  const { isSymmetric } = readyTerm(definition, term, 0);
  const values = [0, term.missing, ...pointsOfTerm(term)].map((points) => points * term.weight);
  return {
    name,
    compare,
    fields: [...fieldsOfTerm(term)],
    points: { least: Math.min(...values), most: Math.max(...values) },
    direction: directionOf(definition, isSymmetric),
    words: {
      ...(reason !== undefined && { reason }),
      ...(reason_equal !== undefined && { reason_equal }),
      ...(reason_against !== undefined && { reason_against }),
    },
  };
}

function directionOf({ reciprocal }: DomainDefinition, isSymmetric: boolean): SchemaTerm['direction'] {
  if (reciprocal === 'off') return 'seeker_to_candidate';
  return isSymmetric ? 'both' : 'each';
}

/** The similarity of whole texts and of sentences. */
function textParts(definition: DomainDefinition, { head, cross_encoder }: Scorecard): readonly Described[] {
  const part = (
    name: string,
    prior: { readonly weight: number; readonly weight_against: number },
    isSymmetric: boolean,
  ): Described => ({
    name,
    compare: 'cosine',
    fields: [],
    points: { least: 0 - prior.weight_against, most: prior.weight },
    direction: directionOf(definition, isSymmetric),
    words: {},
  });
  return [part(TEXT_SIMILARITY, head, true), part(SENTENCES, cross_encoder.sentences, false)];
}

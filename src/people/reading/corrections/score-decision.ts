/** How right a decision is on labelled claims: it takes some of each text, as `settleClaims` does. */
import type { DecisionWeights } from '../network/decision-weights.ts';
import { probabilityOf } from '../network/evidence.ts';
import { type EvidenceName, evidenceNames } from '../network/evidence-names.ts';
import { type ClaimOrigin, thresholdOf } from '../network/settle-claims.ts';
import type { Example, ExampleText } from './example.ts';

/** Weighted counts of claims. */
export interface Tally {
  /** Right claims that are taken; `missed`: those that are not. */
  taken: number;
  missed: number;
  /** Wrong claims that are taken. */
  wrong: number;
}

export type Decision = Pick<DecisionWeights, 'weights' | 'effects' | 'keep' | 'add' | 'find'>;

export function scoreDecision(texts: readonly ExampleText[], decision: Decision): Tally {
  const tally: Tally = { taken: 0, missed: 0, wrong: 0 };
  for (const { examples, weight } of texts) {
    const taken = takenOf(examples, decision);
    for (const example of examples) {
      if (taken.has(example)) tally[example.isRight ? 'taken' : 'wrong'] += weight;
      else if (example.isRight) tally.missed += weight;
    }
  }
  return tally;
}

/** The harmonic mean of precision and recall; 1 where there is nothing to take and nothing is. */
export function f1Of({ taken, missed, wrong }: Tally): number {
  const all = 2 * taken + missed + wrong;
  return all === 0 ? 1 : (2 * taken) / all;
}

/** `examples`: of one text. */
export function takenOf(examples: readonly Example[], decision: Decision): ReadonlySet<Example> {
  const taken = new Set<Example>();
  const best = new Map<string, { readonly example: Example; readonly probability: number }>();
  for (const example of examples) {
    const { features, effect, isSingle } = example;
    const probability = probabilityOf(features, decision.weights, decision.effects[effect] ?? 0);
    if (probability <= thresholdOf(originOf(features), decision)) continue;
    if (!isSingle) taken.add(example);
    else if (probability > (best.get(effect)?.probability ?? 0)) best.set(effect, { example, probability });
  }
  for (const { example } of best.values()) taken.add(example);
  return taken;
}

function originOf(features: Float64Array): ClaimOrigin {
  const has = (name: EvidenceName) => features[evidenceNames.indexOf(name)] === 1;
  return { isGiven: has('given'), isProposed: has('has a mention'), isDerived: has('derived') };
}

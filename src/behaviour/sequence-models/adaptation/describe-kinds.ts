/** The declared kinds of events, as a model's card has them. */
import { counted } from '../../../contract/errors.ts';
import type { KindCount } from '../histories/event-kinds.ts';
import type { Histories } from '../histories/histories.ts';
import { LEAST_TARGET_WEIGHT, targetWeight } from '../splits/target-weight.ts';

export interface KindFacts {
  readonly kinds: readonly KindCount[];
  /** Pairs of a person and an item that the person turned down. */
  readonly rejections: { readonly items: number; readonly people: number; readonly inLoss: boolean };
}

/** null: the dataset declares no kinds. */
export function kindFacts(kinds: readonly KindCount[], { rejections }: Histories): KindFacts | null {
  if (kinds.length === 0) return null;
  const offsets = rejections?.offsets ?? new Uint32Array(1);
  const people = offsets.reduce((count, end, at) => count + Number(at > 0 && end > offsets[at - 1]!), 0);
  const items = rejections?.items.length ?? 0;
  return {
    kinds,
    rejections: { items, people, inLoss: items > 0 },
  };
}

/** Sentences; '' where the dataset declares no kinds. */
export function describeKinds(kinds: readonly KindCount[], histories: Histories, isEvaluated = true): string {
  const facts = kindFacts(kinds, histories);
  if (facts === null) return '';
  const listed = kinds.map(({ kind, weight, events }) => `${kind} ${weight} (${counted(events, 'event')})`);
  const { items, people, inLoss } = facts.rejections;
  const rejected =
    items === 0
      ? ''
      : ` ${counted(items, 'item')} that ${counted(people, 'person', 'people')} turned down ${items === 1 ? 'is' : 'are'} ${inLoss ? 'pushed away in the loss and ' : ''}left out of their predictions.`;
  const targets = isEvaluated ? ` ${describeTargets(histories)}` : '';
  return `Kinds of events have weights: ${listed.join(', ')}.${targets}${rejected}`;
}

function describeTargets(histories: Histories): string {
  const least = targetWeight(histories);
  return least > LEAST_TARGET_WEIGHT
    ? `The targets of the evaluation are the events of the greatest weight, ${Number(least.toPrecision(6))}.`
    : 'Every event is a target of the evaluation: too few people have events of the greatest weight.';
}

/**
 * Which evaluations a model's card has. Each protocol costs a training of its own, since each learns from other data
 * (the temporal one two: one to choose, one on all that came before the moment), beside the model that will serve.
 *
 * `standard`: leave one out, as the field publishes it, and by time, as a service lives; leave one out also with ties
 * shuffled where the order inside a moment could tell the answer for one target in a hundred or more. `full`: all four.
 * `brief`: leave one out alone. `none`: nothing; a card then says that the model was not judged.
 */
import { allProtocols, type EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import type { Histories } from '../histories/histories.ts';

export type CardEvaluation = 'full' | 'standard' | 'brief' | 'none';

const TIED_SHARE_THAT_MATTERS = 0.01;

/** `histories`: ties as imported. */
export function cardProtocols(
  requested: CardEvaluation,
  histories: Histories,
): readonly EvaluationProtocol[] {
  const isTied = tiedShare(histories) >= TIED_SHARE_THAT_MATTERS;
  return allProtocols.filter(({ split, ties }) => {
    if (requested === 'standard') return ties === 'imported' || (split === 'leave-one-out' && isTied);
    return (
      requested === 'full' || (requested === 'brief' && split === 'leave-one-out' && ties === 'imported')
    );
  });
}

/** Of people with two events and more, the share whose last two are of one moment. */
function tiedShare({ offsets, timestampsMs }: Histories): number {
  let [people, tied] = [0, 0];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const last = offsets[person + 1]! - 1;
    if (last <= offsets[person]!) continue;
    people++;
    if (timestampsMs[last] === timestampsMs[last - 1]) tied++;
  }
  return tied / Math.max(1, people);
}

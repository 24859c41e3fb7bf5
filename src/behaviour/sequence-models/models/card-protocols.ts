/**
 * The evaluation protocols of a model's card. Each protocol has other training data and costs a fit of its
 * own. A temporal one costs two: one to choose the number of epochs, one on all earlier events.
 *
 * `standard`: leave-one-out, as publications report it, and temporal, which matches a running service.
 * Leave-one-out is repeated with shuffled ties if ties could leak the answer for at least 1 % of the targets.
 * `full`: all four protocols. `brief`: leave-one-out only. `none`: no evaluation, and the card says so.
 */
import { allProtocols, type EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import { TIED_SHARE_THAT_MATTERS } from '../evaluation/gain-result.ts';
import type { Histories } from '../histories/histories.ts';

export type CardEvaluation = 'full' | 'standard' | 'brief' | 'none';

/** `histories`: with ties in import order. */
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

/** Among people with at least two events: the share whose last two events have the same timestamp. */
function tiedShare({ offsets, timestampsMs, baskets }: Histories): number {
  const isApart = (at: number) => baskets === undefined || baskets[at] !== baskets[at - 1];
  let [people, tied] = [0, 0];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const last = offsets[person + 1]! - 1;
    if (last <= offsets[person]!) continue;
    people++;
    if (timestampsMs[last] === timestampsMs[last - 1] && isApart(last)) tied++;
  }
  return tied / Math.max(1, people);
}

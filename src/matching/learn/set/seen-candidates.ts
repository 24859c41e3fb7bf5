/**
 * The candidates of one answer of /match that the seeker is taken to have seen. An answer alone proves
 * nothing: products compute matches in advance, in bulk and for trials.
 *
 * Where feedback confirmed the seen candidates, they are exactly these. Otherwise feedback decided on a
 * candidate of the answer. Lists are read from the top, so the seeker looked at least down to the lowest
 * decided position (the cascade model, Craswell et al. 2008). Candidates below it are not known to have been
 * seen.
 */
import type { ShownPair } from '../../../platform/storage/learning-store.ts';

/**
 * `shown`: the candidates of one match. `decided`: the candidates on whom feedback that names this match
 * decided.
 */
export function seenCandidates(
  shown: readonly ShownPair[],
  decided: ReadonlySet<string>,
): readonly ShownPair[] {
  const confirmed = shown.filter((pair) => pair.confirmed);
  if (confirmed.length > 0) return confirmed;
  const lowest = shown.reduce(
    (most, { candidateId, position }) => (decided.has(candidateId) ? Math.max(most, position) : most),
    -1,
  );
  return shown.filter(({ position }) => position <= lowest);
}

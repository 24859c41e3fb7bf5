/** Detects candidates that are indistinguishable to every term. */
import type { QuantizedVector } from '../../../platform/storage/quantized-vector.ts';
import { countInWords } from '../count-in-words.ts';
import type { TrainingPerson, TrainingSet } from '../training-set.ts';

/** A sentence for the report; null: the candidates differ. */
export function alikeCandidates({ outcomes, people }: TrainingSet): string | null {
  const candidates = [...new Set(outcomes.candidates)].map((number) => people[number]!);
  if (candidates.length === 1)
    return 'All outcomes are about one candidate, so there is no other to tell this one from.';
  const first = candidates[0] === undefined ? EMPTY : contentOf(candidates[0]);
  if (candidates.some((candidate) => contentOf(candidate) !== first)) return null;
  return first === EMPTY
    ? `None of ${countInWords(candidates.length, 'candidate')} has a value in any field of the domain, so no term can tell one from another.`
    : `All ${countInWords(candidates.length, 'candidate')} have the same fields and texts, so no term can tell one from another.`;
}

const EMPTY = JSON.stringify([[], [], [], null, []]);

/** Everything that terms read, except the time of the last change. */
function contentOf({ row, profileVector }: TrainingPerson): string {
  const sorted = (values: object = {}) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    sorted(row?.fields),
    sorted(row?.derived),
    sorted(row?.places),
    profileVector === null ? null : numbersOf(profileVector.vector),
    (profileVector?.sentences ?? []).map(({ vector }) => numbersOf(vector)),
  ]);
}

function numbersOf({ codes, scale }: QuantizedVector): readonly number[] {
  return [scale, ...codes];
}

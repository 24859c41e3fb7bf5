/** Shows how a text was read: the text with the spans of its values, and the candidates that lost. */
import type { Candidate } from '../../../people/reading/decision/candidate.ts';
import type { DecisionModel } from '../../../people/reading/decision/decision-model.ts';
import type { ReadFields } from '../../../people/reading/read-fields.ts';

export interface ShownReading {
  readonly text: string;
  readonly side: { readonly value: string; readonly probability: number } | null;
  readonly values: readonly ShownValue[];
  readonly preferences: readonly ShownValue[];
  readonly lost: readonly (ShownValue & {
    readonly kind: Candidate['kind'];
    readonly because: readonly string[];
  })[];
}

interface ShownValue {
  readonly field: string;
  readonly value: unknown;
  readonly probability: number;
  readonly span: readonly [number, number];
  readonly words: string;
  readonly origin: string;
}

export function readingOf(
  text: string,
  { extraction, candidates, side }: ReadFields,
  model: DecisionModel,
): ShownReading {
  const words = ([start, end]: readonly [number, number]) => text.slice(start, end);
  const values = extraction.values.map(({ field, value, confidence, span, origin }) => ({
    field,
    value,
    probability: rounded(confidence),
    span,
    words: words(span),
    origin,
  }));
  const preferences = Object.entries(extraction.preferences).map(([field, value]) => {
    const { span, confidence, origin = 'rules' } = extraction.preferenceSpans[field]!;
    return { field, value, probability: rounded(confidence), span, words: words(span), origin };
  });
  const lost = candidates
    .filter((candidate) => !isGiven(candidate, extraction))
    .toSorted((a, b) => b.probability - a.probability)
    .map(({ field, kind, span, probability, features, finding, ...rest }) => ({
      field: field.name,
      kind,
      value: 'value' in rest ? rest.value : 'preference' in rest ? rest.preference : null,
      probability: rounded(probability),
      span,
      words: words(span),
      origin: finding.origin,
      because: model
        .evidence(features)
        .filter(({ logOdds }) => logOdds < 0)
        .map(({ name, logOdds }) => `${name} ${logOdds.toFixed(1)}`),
    }));
  return {
    text,
    side: side === null ? null : { value: side.side, probability: rounded(side.probability) },
    values,
    preferences,
    lost,
  };
}

function isGiven(
  { field, span, kind, ...rest }: Candidate,
  { values, preferenceSpans }: ReadFields['extraction'],
): boolean {
  if (kind === 'preference')
    return Object.entries(preferenceSpans).some(
      ([key, found]) => key.startsWith(field.name) && found.span[0] === span[0],
    );
  const value = 'value' in rest ? rest.value : null;
  return values.some((given) => given.field === field.name && [given.value].flat().includes(value as string));
}

const rounded = (probability: number) => Math.round(probability * 1000) / 1000;

/** The text with ⟦words⟧field around each span. The shorter one of overlapping spans is shown. */
export function highlighted(text: string, values: readonly ShownValue[]): string {
  const kept: ShownValue[] = [];
  const length = ({ span }: ShownValue) => span[1] - span[0];
  for (const value of values.toSorted((a, b) => length(a) - length(b))) {
    const overlaps = kept.some(({ span }) => span[0] < value.span[1] && value.span[0] < span[1]);
    if (length(value) > 0 && !overlaps) kept.push(value);
  }
  let shown = '';
  let from = 0;
  for (const { field, span } of kept.toSorted((a, b) => a.span[0] - b.span[0])) {
    shown += `${text.slice(from, span[0])}⟦${text.slice(...span)}⟧${field}`;
    from = span[1];
  }
  return shown + text.slice(from);
}

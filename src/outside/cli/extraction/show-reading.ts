/** Shows how a text was read: the text with the spans of its values, what speaks for them, and what lost. */
import type { Signs } from '../../../contract/reading-signs.ts';
import type { DecisionModel } from '../../../people/reading/decision/decision-model.ts';
import type { LostReading, PreferenceSource } from '../../../people/reading/extractor.ts';
import type { ReadFields } from '../../../people/reading/read-fields.ts';

export interface ShownReading {
  readonly text: string;
  readonly side: { readonly value: string; readonly probability: number } | null;
  readonly values: readonly ShownValue[];
  readonly preferences: readonly ShownValue[];
  readonly lost: readonly (ShownValue & Pick<LostReading, 'kind' | 'owner' | 'because'>)[];
}

export interface ShownValue {
  readonly field: string;
  readonly value: unknown;
  readonly probability: number;
  readonly span: readonly [number, number];
  readonly words: string;
  readonly path: string | null;
  readonly signs: Signs;
  readonly origin?: string;
  /** The signs against it in the decision of the rules, in log-odds. */
  readonly against?: readonly string[];
}

export function readingOf(text: string, read: ReadFields, model: DecisionModel): ShownReading {
  const { extraction, side } = read;
  const { values, preferences, preferenceSpans, lost = [] } = extraction;
  const place = ({ span, path, signs }: Pick<PreferenceSource, 'span' | 'path' | 'signs'>) => ({
    ...{ span, words: text.slice(...span), path: path ?? null, signs: signs ?? {} },
  });
  return {
    text,
    side: side === null ? null : { value: side.side, probability: rounded(side.probability) },
    values: values.map((value) => ({
      ...{ field: value.field, value: value.value, probability: rounded(value.confidence) },
      ...place(value),
      origin: value.origin,
    })),
    preferences: Object.entries(preferences).map(([field, value]) => {
      const source = preferenceSpans[field]!;
      const { confidence, origin = 'rules' } = source;
      return { field, value, probability: rounded(confidence), ...place(source), origin };
    }),
    lost: lost.map((reading) => ({
      ...{ field: reading.field, kind: reading.kind, value: reading.value, probability: reading.probability },
      ...place(reading),
      ...{ owner: reading.owner, because: reading.because, against: againstOf(reading, read, model) },
    })),
  };
}

function againstOf({ kind, field, span }: LostReading, { candidates }: ReadFields, model: DecisionModel) {
  const candidate = candidates.find(
    (candidate) =>
      candidate.kind === kind && candidate.field.name === field && candidate.span.join() === span.join(),
  );
  if (candidate === undefined) return [];
  return model
    .evidence(candidate.features)
    .filter(({ logOdds }) => logOdds < 0)
    .map(({ name, logOdds }) => `${name} ${logOdds.toFixed(1)}`);
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

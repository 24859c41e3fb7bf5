/**
 * One thing is offered or asked for, not both: "Do revert if you offer credit analysis, we need a financial
 * analysis agent". The surer reading counts; where both are sure, both stay.
 */
import type { ExtractedValue } from '../extractor.ts';
import type { ReadFields } from '../read-fields.ts';

/** The probability from which an offer stays beside a surer question. */
const SURE = 0.95;

export function withOneOwner(
  read: ReadFields,
  { offers, asks }: Readonly<{ offers: string; asks: string }>,
): ReadFields {
  const [offered, asked] = [offers, asks].map((name) => probabilities(read, name)) as [Sure, Sure];
  const both = [...offered.keys()].filter((value) => asked.has(value));
  if (both.length === 0) return read;
  const weaker = (value: string) => {
    const [own, other] = [offered.get(value)!, asked.get(value)!];
    if (own >= other) return asks;
    return own < SURE ? offers : null;
  };
  const dropped = new Map(both.map((value) => [value, weaker(value)]));
  const values = read.extraction.values.flatMap((value) =>
    value.field === offers || value.field === asks ? without(value, dropped) : value,
  );
  return { ...read, extraction: { ...read.extraction, values } };
}

/** By value of the field that is given. */
type Sure = ReadonlyMap<string, number>;

function probabilities({ candidates, extraction }: ReadFields, name: string): Sure {
  const given = extraction.values.filter(({ field }) => field === name).flatMap(({ value }) => value);
  const found = new Map<string, number>(given.map((value) => [String(value), 0]));
  for (const candidate of candidates) {
    if (candidate.kind !== 'value' || candidate.field.name !== name) continue;
    const value = String(candidate.value);
    const known = found.get(value);
    if (known !== undefined && candidate.probability > known) found.set(value, candidate.probability);
  }
  return found;
}

function without(
  extractedValue: ExtractedValue,
  dropped: ReadonlyMap<string, string | null>,
): ExtractedValue[] {
  const kept = [extractedValue.value]
    .flat()
    .filter((value) => dropped.get(String(value)) !== extractedValue.field);
  return kept.length === 0 ? [] : [{ ...extractedValue, value: kept as ExtractedValue['value'] }];
}

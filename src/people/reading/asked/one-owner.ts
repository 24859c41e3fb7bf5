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
  const values = read.extraction.values.flatMap((one) =>
    one.field === offers || one.field === asks ? without(one, dropped) : one,
  );
  return { ...read, extraction: { ...read.extraction, values } };
}

/** By value of the field that is given. */
type Sure = ReadonlyMap<string, number>;

function probabilities({ candidates, extraction }: ReadFields, name: string): Sure {
  const given = extraction.values.filter(({ field }) => field === name).flatMap(({ value }) => value);
  const found = new Map<string, number>(given.map((value) => [String(value), 0]));
  for (const one of candidates) {
    if (one.kind !== 'value' || one.field.name !== name) continue;
    const value = String(one.value);
    const known = found.get(value);
    if (known !== undefined && one.probability > known) found.set(value, one.probability);
  }
  return found;
}

function without(one: ExtractedValue, dropped: ReadonlyMap<string, string | null>): ExtractedValue[] {
  const kept = [one.value].flat().filter((value) => dropped.get(String(value)) !== one.field);
  return kept.length === 0 ? [] : [{ ...one, value: kept as ExtractedValue['value'] }];
}

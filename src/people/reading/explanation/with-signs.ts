/** Gives the values of a reading their place in the document, and what speaks for them. */
import type { Signs } from '../../../contract/reading-signs.ts';
import type { Block } from '../document/blocks.ts';
import type { ExtractedValue, Extraction, PreferenceSource } from '../extractor.ts';
import { type Said, saidBy } from '../network/claims.ts';
import type { ReadFields } from '../read-fields.ts';
import { isTaken } from './is-taken.ts';
import { rounded } from './known-reading.ts';
import { pathAt } from './path-at.ts';

export function withSigns(read: ReadFields, blocks: readonly Block[]): ReadFields {
  const { extraction } = read;
  const values = extraction.values.map((value) => {
    const signs = value.origin === 'default' ? {} : signsOfValue(read, value);
    return withPath({ ...value, ...(hasAny(signs) && { signs }) }, blocks);
  });
  const preferenceSpans: Record<string, PreferenceSource> = {};
  for (const [key, source] of Object.entries(extraction.preferenceSpans)) {
    const signs = signsOfPreference(read, key);
    preferenceSpans[key] = withPath({ ...source, ...(hasAny(signs) && { signs }) }, blocks);
  }
  return { ...read, extraction: { ...extraction, values, preferenceSpans } satisfies Extraction };
}

const hasAny = (signs: Signs) => Object.keys(signs).length > 0;

function withPath<Of extends PreferenceSource | ExtractedValue>(source: Of, blocks: readonly Block[]): Of {
  const path = source.path ?? (source.span[1] === 0 ? undefined : pathAt(blocks, source.span));
  return path === undefined ? source : { ...source, path };
}

function signsOfValue(read: ReadFields, { field, value, path, confidence, origin }: ExtractedValue): Signs {
  const all = [value].flat();
  const signs = meanOf(all.map((one) => signsWhere(read, 'value', field, ({ value: said }) => said === one)));
  if (hasAny(signs) || origin === 'llm') return signs;
  // The class or the keys of a record tell its side. The side of a text and soft fields have no candidates.
  const name = path !== undefined ? 'record' : read.side?.side === value ? 'side' : 'text';
  return { [name]: rounded(confidence) };
}

function signsOfPreference(read: ReadFields, key: string): Signs {
  const field = key.replace(/_within_km$/, '');
  return signsWhere(read, 'preference', field, (said) => isTaken(said, read.extraction));
}

/** The surest of each name. */
function signsWhere(
  { candidates, claims = [] }: ReadFields,
  kind: Said['kind'],
  field: string,
  isMeant: (said: Said) => boolean,
): Signs {
  const signs: Record<string, number> = {};
  const note = (name: string, probability: number) => {
    signs[name] = Math.max(signs[name] ?? 0, rounded(probability));
  };
  const isOf = (said: Said) => said.kind === kind && said.field.name === field && isMeant(said);
  for (const candidate of candidates)
    if (isOf({ kind: candidate.kind, field: candidate.field, value: saidBy(candidate) }))
      note(candidate.finder, candidate.probability);
  for (const claim of claims)
    if (isOf(claim)) for (const [name, probability] of Object.entries(claim.signs)) note(name, probability);
  return signs;
}

/** The mean of each sign over the values that have it. */
function meanOf(each: readonly Signs[]): Signs {
  const [first] = each;
  if (first === undefined || each.length === 1) return first ?? {};
  const byName = new Map<string, number[]>();
  for (const signs of each)
    for (const [name, probability] of Object.entries(signs))
      byName.set(name, [...(byName.get(name) ?? []), probability]);
  return Object.fromEntries(
    [...byName].map(([name, all]) => [name, rounded(all.reduce((sum, one) => sum + one, 0) / all.length)]),
  );
}

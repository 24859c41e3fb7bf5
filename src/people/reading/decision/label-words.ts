/** The words by which the label of a line ("Expected salary: …") is known to be that of a field. */
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';

const commonWords = new Set(
  'a an the of in to for per by is and or max min maximum minimum my your km usd eur size type text level'.split(
    ' ',
  ),
);
const placeWords = [
  'city',
  'town',
  'address',
  'based',
  'place',
  'where',
  'location',
  'residence',
  'hometown',
];

/** By field's name. */
export function labelWordsOf(fields: readonly FieldDefinition[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    fields.map((field) => {
      const words = `${field.name} ${field.label ?? ''}`.toLowerCase().split(/[^\p{L}]+/u);
      const own = words.filter((word) => word !== '' && !commonWords.has(word));
      return [field.name, new Set([...own, ...own.map(plural), ...(isGeo(field) ? placeWords : [])])];
    }),
  );
}

const plural = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`);

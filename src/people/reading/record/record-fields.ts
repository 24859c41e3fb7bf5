/** The fields of a domain by the words of their names and labels, to which keys of records are mapped. */
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import type { Path } from '../document/blocks.ts';
import { keyWords, writtenWords } from './key-words.ts';
import { standards } from './standards.ts';

/** How a key was found to be that of a field. */
type KeyMatch = 'name' | 'standard';

export interface MappedField {
  readonly field: FieldDefinition;
  readonly match: KeyMatch;
  /** Among keys for the same, the lowest counts. */
  readonly rank: number;
}

export type RecordFields = ReadonlyMap<string, readonly FieldDefinition[]>;

/** Words by which the tables call a place, whatever the domain calls its field. */
const PLACE = 'location';

export function recordFieldsOf(fields: readonly FieldDefinition[]): RecordFields {
  const byWords = new Map<string, FieldDefinition[]>();
  const places = fields.filter(isGeo);
  for (const field of fields) {
    if (field.kind === 'soft') continue;
    const names = new Set([keyWords(field.name), keyWords(field.label ?? field.name)]);
    if (places.length === 1 && field === places[0]) names.add(PLACE);
    for (const name of names) byWords.set(name, [...(byWords.get(name) ?? []), field]);
  }
  return byWords;
}

/** Keys from the inside to the outside that are compared. */
const MOST_KEYS = 3;

/** The fields that the key of a leaf names; empty: none. */
export function fieldsOfPath(path: Path, fields: RecordFields): readonly MappedField[] {
  for (const phrase of phrasesOf(path)) {
    const own = fields.get(keyWords(phrase));
    if (own !== undefined) return own.map((field) => ({ field, match: 'name', rank: 0 }));
    const { keys } = standards();
    const known = (keys.get(writtenWords(phrase)) ?? keys.get(keyWords(phrase)) ?? []).flatMap(
      ({ word, rank }) =>
        (fields.get(word) ?? []).map((field) => ({ field, match: 'standard' as const, rank })),
    );
    if (known.length > 0) return known;
  }
  return [];
}

/** "offers.price.amount" is "offers price", then "price". */
function phrasesOf(path: Path): readonly string[] {
  const { generic } = standards();
  const keys = path.filter((step) => typeof step === 'string');
  while (keys.length > 1 && generic.has(keyWords(keys.at(-1)!))) keys.pop();
  const nearest = keys.slice(-MOST_KEYS);
  return nearest.map((_, at) => nearest.slice(at).join(' '));
}

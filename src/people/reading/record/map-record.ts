/**
 * Maps the leaves of a record to the fields of a domain by their keys. Leaves that name a place together
 * (city, state, country) become one.
 */
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import { regionsNamed } from '../../places/regions.ts';
import type { Pair, Path } from '../document/blocks.ts';
import { writtenPath } from '../document/blocks.ts';
import { keyWords } from './key-words.ts';
import { withWholeAmounts } from './money-parts.ts';
import { isUnder } from './own-labels.ts';
import { fieldsOfPath, type MappedField, type RecordFields } from './record-fields.ts';
import { standards } from './standards.ts';

export interface MappedLeaf extends MappedField {
  readonly isLabel: boolean;
  readonly path: string;
  readonly span: readonly [number, number];
  readonly value: string;
  /** Where further leaves of the same value stand: state and country beside a city. */
  readonly others?: readonly (readonly [number, number])[];
  /** The currency and the period that stand beside a number: "EUR", "hour". */
  readonly beside: string;
}

/** Leaves of a record that are mapped. */
const MOST_LEAVES = 300;
/** Words of a longer value are read as prose. UTF-16 units. */
const LONGEST_VALUE = 300;
/** Keys whose texts say where something is, from the narrowest to the widest. */
const placeOrder = [
  'city',
  'town',
  'locality',
  'address locality',
  'city location',
  'region',
  'state',
  'province',
  'state province',
  'address region',
  'country',
  'address country',
  'country code',
];

export function mapRecord(given: readonly Pair[], fields: RecordFields): readonly MappedLeaf[] {
  const pairs = withWholeAmounts(given);
  const besides = besidesOf(pairs);
  const mapped: MappedLeaf[] = [];
  const places = new Map<string, Pair[]>();
  for (const pair of pairs.slice(0, MOST_LEAVES)) {
    if (pair.value.length > LONGEST_VALUE || isWished(pair.path)) continue;
    for (const { field, match, rank } of fieldsOfPath(named(pair, pairs), fields)) {
      const isInner = isOfInnerRecord(pair.path, pairs);
      if (pair.isLabel === true && isGeo(field) && isUnder(pair.path, standards().stations)) continue;
      if (isInner && !field.multiple && !isOwnList(pair.path, field)) continue;
      const parent = writtenPath(pair.path.slice(0, -1));
      if (isGeo(field) && placeRank(pair) >= 0) {
        // A line of prose names a place of its own.
        const group = pair.isLabel === true ? `${parent} label` : parent;
        places.set(group, [...(places.get(group) ?? []), pair]);
        continue;
      }
      mapped.push({
        ...leafOf(pair),
        field,
        match,
        rank,
        beside: besides.get(parent) ?? besides.get('') ?? '',
      });
    }
  }
  for (const parts of places.values()) {
    const [field] = fieldsOfPath(parts[0]!.path, fields);
    const ordered = parts.toSorted((a, b) => placeRank(a) - placeRank(b));
    const [narrowest] = ordered;
    const value = [...new Set(ordered.map((part) => part.value.trim()))].join(', ');
    // The state of a thing is no place.
    const others = ordered
      .slice(1)
      .filter((part) => regionsNamed(part.value).length > 0)
      .map(({ start, end }) => [start, end] as const);
    mapped.push({ ...leafOf(narrowest!), ...field!, value, beside: '', others });
  }
  return mapped;
}

const leafOf = ({ path, start, end, value, isLabel = false }: Pair) => ({
  isLabel,
  path: writtenPath(path),
  span: [start, end] as const,
  value,
});

const placeRank = ({ path }: Pair) =>
  placeOrder.indexOf(keyWords(String(path.findLast((step) => typeof step === 'string') ?? '')));

/**
 * Whether the leaf is of one of several records in a list: a former job of a CV, a skill of an agent. The
 * single record of a list is the document's own.
 */
function isOfInnerRecord(path: Path, pairs: readonly Pair[]): boolean {
  const at = path.findIndex((step, position) => typeof step === 'number' && position < path.length - 1);
  if (at < 0) return false;
  return at > 0 || pairs.some((other) => typeof other.path[0] === 'number' && other.path[0] > 0);
}

/** `education[0].studyType` is of the person, and so is a list that has the name of the field. */
const isOwnList = ([key]: Path, { name, label }: FieldDefinition) =>
  typeof key === 'string' && [name, label ?? name].map(keyWords).includes(keyWords(key));

/** {"looking_for": {"data_region": "EU"}} is no region of its own. */
const isWished = (path: Path) => isUnder(path, standards().wishes);

/** The keys of an attribute that is given by its name: {"name": "Color", "value": "Blue"}, "Option1 Value". */
function named({ path }: Pair, pairs: readonly Pair[]): Path {
  const key = path.at(-1);
  if (typeof key !== 'string' || !/value$/i.test(key)) return path;
  const parent = writtenPath(path.slice(0, -1));
  const names = [key.replace(/value$/i, 'name'), key.replace(/value$/i, 'Name')];
  const name = pairs.find(
    (other) => names.includes(String(other.path.at(-1))) && writtenPath(other.path.slice(0, -1)) === parent,
  );
  return name === undefined ? path : [...path.slice(0, -1), name.value];
}

/** By path of a record: the currency and period that its keys give. */
function besidesOf(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const { currency, period } = standards();
  const found = new Map<string, string>();
  for (const { path, value } of pairs) {
    const key = keyWords(String(path.at(-1) ?? ''));
    const isCurrency = currency.has(key) && /^[A-Za-z]{3}$/.test(value.trim());
    if (!isCurrency && !period.has(key)) continue;
    const parent = writtenPath(path.slice(0, -1));
    const said = isCurrency
      ? value.trim().toUpperCase()
      : `per ${value.trim().toLowerCase().replace(/ly$/, '')}`;
    found.set(parent, `${found.get(parent) ?? ''} ${said}`.trim());
  }
  return found;
}

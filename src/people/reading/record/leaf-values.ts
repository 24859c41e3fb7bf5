/** The values of a field that a leaf states: in its own words, or by the rules of the field on it alone. */
import type { FieldDefinition } from '../../../domains/field.ts';
import { valueForField } from '../decision/combine-findings.ts';
import { THRESHOLD } from '../decision/decide.ts';
import { keyWords } from './key-words.ts';
import { type LeafPlaces, placeOfLeaf } from './leaf-places.ts';
import type { MappedLeaf } from './map-record.ts';
import { partsOfWorld } from './parts-of-world.ts';
import { standards } from './standards.ts';

export interface LeafValue {
  readonly value: string | number | boolean;
  /** Whether the leaf is nothing but the value; else its words have it. */
  readonly isWhole: boolean;
}

/** The parts with which a leaf is read. */
export interface LeafTools extends LeafPlaces {
  readonly readByRules: ReadByRules;
  /** The one currency of the document's amounts, or null. */
  readonly currency: () => string | null;
}

/** Reads a text of a field by its rules. */
type ReadByRules = (field: FieldDefinition, text: string) => Promise<readonly RuleValue[]>;

interface RuleValue {
  readonly value: string | number | boolean;
  /** 0..1, of being right. */
  readonly probability: number;
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

export async function leafValues(leaf: MappedLeaf, tools: LeafTools): Promise<readonly LeafValue[]> {
  const { field, value } = leaf;
  const { readByRules } = tools;
  const label = (field.label ?? field.name).replaceAll('_', ' ');
  const byRules = async (text: string) =>
    (await readByRules(field, `${label}: ${text}`))
      .filter(({ probability }) => probability >= THRESHOLD)
      .map((found) => ({ value: found.value, isWhole: false }));
  if (field.type === 'boolean') {
    const truth = truths[value.trim().toLowerCase()];
    return truth === undefined ? [] : [{ value: truth, isWhole: true }];
  }
  if (field.type === 'enum') {
    const found: LeafValue[] = [];
    for (const item of itemsOf(field, value)) {
      const named = namedValues(field, item);
      if (named.length > 0) found.push(...named.map((own) => ({ value: own, isWhole: true })));
      else found.push(...(await byRules(item)));
    }
    return found;
  }
  if (field.type === 'integer' || field.type === 'number') {
    const unit = unitOf(leaf.path);
    const beside =
      leaf.beside === '' && unit === '' && isMoney(field) ? (tools.currency() ?? '') : leaf.beside;
    const number = plainNumber(value);
    if (number !== null && beside === '' && unit === '') {
      const valid = valueForField(field, number);
      return valid === null ? [] : [{ value: valid, isWhole: true }];
    }
    if (rangeOfNumbers.test(value)) return [];
    const found = await byRules(`${value} ${unit} ${beside}`.trim());
    return found.map((reading) => ({ ...reading, isWhole: number !== null }));
  }
  if (field.format === 'geo') {
    const place = placeOfLeaf(value, tools);
    if (place !== null) return [{ value: place, isWhole: true }];
    return (await byRules(value)).map((one) => ({ ...one, isWhole: true }));
  }
  return value.trim().length > LONGEST_NAME || isSlug(value.trim())
    ? []
    : [{ value: value.trim(), isWhole: true }];
}

const LONGEST_NAME = 60;
/** "partners-demo" names an account, and no maker. */
const isSlug = (value: string) => /^[a-z0-9]+(?:[-_.][a-z0-9]+)+$/.test(value);
/** "11-50" is no number of people. */
const rangeOfNumbers = /\d\s*(?:-|–|to|\+)\s*(?:[^\d\s]{0,3}\d|$)/;
const MOST_ITEMS = 40;

const isMoney = (field: FieldDefinition) =>
  field.extract?.some((rule) => rule.rule === 'number' && rule.measure === 'money') === true;

/** The items of a set that is written as a list. */
function itemsOf(field: FieldDefinition, value: string): readonly string[] {
  if (namedValue(field, value) !== null) return [value];
  const items = value.split(/[,;|\n•>]|\s\/\s/).map((item) => item.trim());
  return items.filter((item) => item !== '').slice(0, MOST_ITEMS);
}

/** The value of this name, or those of the countries that are named. */
function namedValues(field: FieldDefinition, item: string): readonly string[] {
  const own = namedValue(field, item);
  if (own !== null) return [own];
  return partsOfWorld(item).flatMap((part) => namedValue(field, part) ?? []);
}

const namesOfFields = new WeakMap<FieldDefinition, ReadonlyMap<string, string>>();

/** The value that has these words as its name or label. */
function namedValue(field: FieldDefinition, written: string): string | null {
  let names = namesOfFields.get(field);
  if (names === undefined) {
    const entries = (field.values ?? []).flatMap((value) =>
      [value, field.value_labels?.[value] ?? value].map((name) => [keyWords(name), value] as const),
    );
    names = new Map(entries.toReversed());
    namesOfFields.set(field, names);
  }
  const plain = standards().plainValue(written);
  return (plain === null ? undefined : names.get(keyWords(plain))) ?? names.get(keyWords(written)) ?? null;
}

/** A number without a unit or currency; null: the value has other signs. */
function plainNumber(value: string): number | null {
  const written = value.trim();
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  if (/^\d{1,3}(?:,\d{2,3})+(?:\.\d+)?$/.test(written)) return Number(written.replaceAll(',', ''));
  return /^\d+,\d{1,2}$/.test(written) ? Number(written.replace(',', '.')) : null;
}

/** The unit or currency that a key ends with: "price_usd", "odometer (mi)". */
function unitOf(path: string): string {
  const unit =
    /(?:[_\s(.]|(?<=[a-z]))(usd|eur|gbp|inr|km|mi|miles|ms|sec|seconds|k|USD|EUR|GBP|INR|Km|Mi|Ms)\)?$/.exec(
      path,
    )?.[1];
  return unit ?? '';
}

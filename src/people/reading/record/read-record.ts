/** Reads the fields of a domain from the leaves of a document's records. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Pair } from '../document/blocks.ts';
import { keyWords } from './key-words.ts';
import { type LeafTools, type LeafValue, leafValues } from './leaf-values.ts';
import { type MappedLeaf, mapRecord } from './map-record.ts';
import { type RecordFields, recordFieldsOf } from './record-fields.ts';
import { standards } from './standards.ts';

/** A value that a leaf states. */
export interface RecordValue {
  readonly field: FieldDefinition;
  readonly value: string | number | boolean;
  readonly path: string;
  /** UTF-16 offsets [start, end). */
  readonly span: readonly [number, number];
  /** The value is of a labelled line of prose. */
  readonly isLabel?: boolean;
  /** 0..1, of being right. */
  readonly probability: number;
}

export interface RecordReading {
  readonly values: readonly RecordValue[];
  /** The side that the record is of; null: it does not say. */
  readonly side: RecordValue | null;
  /** Leaves that are a value as a whole: they say nothing of other fields. */
  readonly whole: readonly {
    readonly span: readonly [number, number];
    readonly fields: ReadonlySet<string>;
  }[];
}

export interface RecordReader {
  read(pairs: readonly Pair[], tools: LeafTools): Promise<RecordReading>;
}

/** The measured precision of values, by how the key was found and how the value was. */
const probabilities = {
  name: { whole: 0.95, words: 0.85 },
  standard: { whole: 0.9, words: 0.8 },
} as const;
/** A label of a line is less of a key. */
const LESS_BY_LABEL = 0.05;
const OF_SIGNATURE = 0.97;
/** Two keys for the same field: the first one of the table counts. */
const A_RANK = 1e-4;

export const nothingInRecord: RecordReading = { values: [], side: null, whole: [] };

export function createRecordReader({ fields, sides }: DomainDefinition): RecordReader {
  const byWords = recordFieldsOf(fields);
  const sideField = fields.find(({ name }) => name === sides?.field);
  return {
    read: async (pairs, tools) => {
      if (pairs.length === 0) return nothingInRecord;
      const values: RecordValue[] = [];
      const whole = new Map<string, { span: readonly [number, number]; fields: Set<string> }>();
      for (const leaf of mapRecord(pairs, byWords)) {
        if (leaf.field === sideField || (leaf.isLabel && !isNamed(leaf.field))) continue;
        const read = await leafValues(leaf, tools);
        // Other words of a line of prose are read in their sentence.
        const found = leaf.isLabel ? read.filter(({ isWhole }) => isWhole) : read;
        values.push(...found.map((value) => recordValue(leaf, value)));
        if (
          leaf.isLabel ||
          found.length === 0 ||
          !found.every(({ value, isWhole }) => isWhole && typeof value !== 'number')
        )
          continue;
        for (const span of [leaf.span, ...(leaf.others ?? [])]) {
          const known = whole.get(span.join()) ?? { span, fields: new Set<string>() };
          known.fields.add(leaf.field.name);
          whole.set(span.join(), known);
        }
      }
      const ofRecord = pairs.filter(({ isLabel }) => isLabel !== true);
      values.push(...signed(ofRecord, byWords));
      const side = sideField === undefined ? null : sideOf(ofRecord, sideField, values);
      return { values, side, whole: [...whole.values()] };
    },
  };
}

/** A number of a labelled line is read in its sentence, which says whose it is. */
const isNamed = ({ type }: FieldDefinition) => type === 'enum' || type === 'string';

const recordValue = (
  { field, match, rank, path, span, isLabel }: MappedLeaf,
  { value, isWhole }: LeafValue,
): RecordValue => ({
  field,
  value,
  path,
  span,
  isLabel,
  probability:
    probabilities[match][isWhole ? 'whole' : 'words'] - rank * A_RANK - (isLabel ? LESS_BY_LABEL : 0),
});

/** The leaf by which the record has a sign: the class, or a leaf under the first of the keys. */
function signOf(
  pairs: readonly Pair[],
  { keys, type }: { readonly keys?: readonly string[] | undefined; readonly type?: string | undefined },
): Pair | undefined {
  if (type !== undefined)
    return pairs.find(({ path, value }) => /^@?type$/.test(String(path.at(-1))) && value.trim() === type);
  const under = (key: string) =>
    pairs.find(({ path }) =>
      path.some((step) => typeof step === 'string' && keyWords(step) === keyWords(key)),
    );
  const found = (keys ?? []).map(under);
  return found.every((pair) => pair !== undefined) ? found[0] : undefined;
}

/** The statements of the record as a whole. */
function signed(pairs: readonly Pair[], fields: RecordFields): RecordValue[] {
  return standards().signatures.flatMap((sign) => {
    const field = fields
      .get(keyWords(sign.field))
      ?.find(({ values }) => values?.includes(sign.says) === true);
    const pair = field === undefined ? undefined : signOf(pairs, sign);
    if (field === undefined || pair === undefined) return [];
    return [
      {
        field,
        value: sign.says,
        path: String(pair.path[0]),
        span: [pair.start, pair.end] as const,
        probability: OF_SIGNATURE,
      },
    ];
  });
}

/** By its class or its keys; else by a field that only one side has. */
function sideOf(
  pairs: readonly Pair[],
  field: FieldDefinition,
  values: readonly RecordValue[],
): RecordValue | null {
  const says = (value: string, { path, span }: Pick<RecordValue, 'path' | 'span'>) => ({
    field,
    value,
    path,
    span,
    probability: OF_SIGNATURE,
  });
  for (const sign of standards().sides) {
    const pair = signOf(pairs, sign);
    if (pair !== undefined && field.values?.includes(sign.says) === true)
      return says(sign.says, { path: String(pair.path[0]), span: [pair.start, pair.end] });
  }
  const sided = values.filter((value) => value.field.sides?.length === 1 && value.isLabel !== true);
  const [first] = sided;
  const isOne = sided.every((value) => value.field.sides![0] === first!.field.sides![0]);
  return first !== undefined && isOne ? says(first.field.sides![0]!, first) : null;
}

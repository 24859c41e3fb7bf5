/**
 * The grammar of mapping files. They map rows of any product's data (CSV, NDJSON, Parquet) to POST /users
 * bodies. `docs/reference/mapping.md` is the page for their writers.
 * A file says where each value comes from. A *value* is one of
 *
 *   age                                     a bare word: that column's text
 *   {column: sex, map: {m: man, f: woman}}  a column put through steps, always in this order: `missing`,
 *                                           `split`, `match`, `map`, `as`, `convert`, `range`
 *                                           (after `split`, item by item)
 *   {constant: …}                           the same for every row
 *   {template: "Lives in {city}."}          text around columns; absent when one of them is
 *   {join: [values], with: " "}             the values that are present, joined
 *   {first: [values]}                       the first value that is present
 *   {all: [values]}                         the values that are present, as one list without repeats
 *   {lookup: {columns: [a, b], table: [[textA, textB, value], …]}}   the first matching row; `*` matches any
 *                                           text
 *   {when: [{if: condition, give: value}, …], else: value}
 *   {object: {gte: value, lte: value}}      the parts that are present
 *   {record: {without: [paths]}}            the row as one text, with its keys
 *
 * A *condition* is {column, is | in | matches | given}, {every | any: [conditions]} or {not: condition}. An
 * empty cell, or one listed in `missing`, makes its value absent. An absent field is not sent. A file may not
 * cover a value: a text that is not in a `map`, or a number out of `range`. Such a value rejects the row with
 * the reason, unless the file says `else: drop` or `else: keep`. An import never goes wrong silently.
 */
import { z } from 'zod';
import { type DateOrder, dateOrders, isZone } from '../date-text.ts';
import { type Delimiter, delimiters, quotes } from '../dialect.ts';
import { encodings } from '../encodings.ts';
import { decimals } from '../number-text.ts';
import { repeatedIds } from '../repeated-ids.ts';
import type { MoneyRates } from './money.ts';
import { pathPattern, type RecordParts } from './record-text.ts';

const columnTypes = ['text', 'integer', 'number', 'boolean', 'money', 'date', 'age'] as const;
type ColumnType = (typeof columnTypes)[number];

export interface ColumnValue {
  readonly column: string;
  readonly missing?: readonly string[] | undefined;
  readonly split?: RegExp | undefined;
  readonly match?: RegExp | undefined;
  readonly map?: Readonly<Record<string, unknown>> | undefined;
  /** The name of a file with the map; its rows are put into `map` before rows are read (`withMapFiles`). */
  readonly map_file?: string | undefined;
  /** `words`: the texts of `map` are compared without case, accents and punctuation, after the exact ones. */
  readonly compare?: 'exact' | 'words' | undefined;
  /** Instead of a text that is not in `map`. */
  readonly default?: unknown;
  readonly as?: ColumnType | undefined;
  /** `as: date`, `as: age`: which of day, month and year comes first. */
  readonly order?: DateOrder | undefined;
  /** `as: date`: the IANA name of the zone of times without an offset; default: UTC. */
  readonly zone?: string | undefined;
  readonly decimal?: 'point' | 'comma' | undefined;
  /** `as: money`: the currency of the amounts, or the column that has it. */
  readonly currency?: string | { readonly column: string } | undefined;
  /** The rates of the field's domain, put in before rows are read (`withRates`). */
  readonly money?: MoneyRates | undefined;
  readonly convert?: Conversion | undefined;
  readonly range?: readonly [number, number] | undefined;
  readonly else?: 'reject' | 'drop' | 'keep' | undefined;
}

/** A factor, or two units of one dimension. `decimals` rounds the result. */
export interface Conversion {
  readonly from?: Unit | undefined;
  readonly to?: Unit | undefined;
  readonly times?: number | undefined;
  readonly decimals?: number | undefined;
}

export interface Lookup {
  readonly columns: readonly string[];
  readonly table: readonly (readonly unknown[])[];
  readonly else?: 'reject' | 'drop' | undefined;
}

export type Value =
  | ColumnValue
  | { readonly constant: unknown }
  | { readonly template: string }
  | { readonly join: readonly Value[]; readonly with?: string | undefined }
  | { readonly first: readonly Value[] }
  | { readonly all: readonly Value[] }
  | { readonly lookup: Lookup }
  | {
      readonly when: readonly { readonly if: Condition; readonly give: Value }[];
      readonly else?: Value | undefined;
    }
  | { readonly object: Readonly<Record<string, Value>> }
  | { readonly record: RecordParts };

export type Condition =
  | {
      readonly column: string;
      readonly is?: string | undefined;
      readonly in?: readonly string[] | undefined;
      readonly matches?: RegExp | undefined;
      readonly given?: boolean | undefined;
    }
  | { readonly every: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

/** Exact factors to the first unit of each dimension. */
export const unitFactors = {
  length: { m: 1, cm: 0.01, mm: 0.001, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344 },
  mass: { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.028349523125, st: 6.35029318 },
  time: { s: 1, ms: 0.001, min: 60, h: 3600, day: 86_400 },
} as const;
type Dimension = keyof typeof unitFactors;
export type Unit = { [D in Dimension]: keyof (typeof unitFactors)[D] }[Dimension];

export function dimensionOf(unit: Unit): Dimension | undefined {
  return (Object.keys(unitFactors) as Dimension[]).find((dimension) => unit in unitFactors[dimension]);
}

/** YAML reads unquoted scalars as numbers or booleans, and cells are compared as text. */
export const CellText = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const Pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no regular expression: ${(error as Error).message}` });
    return z.NEVER;
  }
});

const UnitName = z.enum(
  Object.values(unitFactors).flatMap((units) => Object.keys(units)) as [Unit, ...Unit[]],
);

const ConversionSchema = z
  .strictObject({
    from: UnitName.optional(),
    to: UnitName.optional(),
    times: z.number().optional(),
    decimals: z.number().int().min(0).max(9).optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), '`from` and `to` are given together')
  .refine(
    ({ from, to }) => from === undefined || to === undefined || dimensionOf(from) === dimensionOf(to),
    '`from` and `to` measure different things',
  );

const ColumnSchema = z
  .strictObject({
    column: z.string().min(1),
    missing: z.array(CellText).optional(),
    split: Pattern.optional(),
    match: Pattern.optional(),
    map: z.record(z.string(), z.unknown()).optional(),
    map_file: z.string().min(1).optional(),
    compare: z.enum(['exact', 'words']).optional(),
    default: z
      .unknown()
      .refine((value) => value !== null, 'null is no value; say `else: drop`')
      .optional(),
    as: z.enum(columnTypes).optional(),
    order: z.enum(dateOrders).optional(),
    zone: z.string().refine(isZone, 'is no time zone, such as Europe/Berlin').optional(),
    decimal: z.enum(decimals).optional(),
    currency: z.union([z.string().min(1), z.strictObject({ column: z.string().min(1) })]).optional(),
    convert: ConversionSchema.optional(),
    range: z.tuple([z.number(), z.number()]).optional(),
    else: z.enum(['reject', 'drop', 'keep']).optional(),
  })
  .refine(
    (value) => (value.convert ?? value.range) === undefined || isNumeric(value.as),
    '`convert` and `range` are for `as: integer`, `number`, `money` or `age`',
  )
  .refine((value) => value.order === undefined || isDated(value.as), '`order` is for `as: date` or `as: age`')
  .refine((value) => value.zone === undefined || value.as === 'date', '`zone` is for `as: date`')
  .refine(({ map, map_file }) => map === undefined || map_file === undefined, 'say `map` or `map_file`')
  .refine(
    (value) => (value.compare ?? value.default) === undefined || hasMap(value),
    '`compare` and `default` are for a `map`',
  )
  .refine(
    (value) => value.default === undefined || value.else === undefined,
    'say `default` or `else`: both are for a text that is not in the map',
  )
  .refine((value) => value.currency === undefined || value.as === 'money', '`currency` is for `as: money`')
  .refine((value) => value.else !== 'keep' || hasMap(value), '`else: keep` is for a `map`');

function hasMap({ map, map_file }: Pick<ColumnValue, 'map' | 'map_file'>): boolean {
  return (map ?? map_file) !== undefined;
}

function isNumeric(as: ColumnType | undefined): boolean {
  return as === 'integer' || as === 'number' || as === 'money' || as === 'age';
}

function isDated(as: ColumnType | undefined): boolean {
  return as === 'date' || as === 'age';
}

const LookupSchema = z
  .strictObject({
    columns: z.array(z.string().min(1)).min(1),
    table: z.array(z.array(z.unknown()).min(2)).min(1),
    else: z.enum(['reject', 'drop']).optional(),
  })
  .superRefine(({ columns, table }, context) => {
    table.forEach((row, position) => {
      if (row.length === columns.length + 1) return;
      const message = `a row has ${columns.length} texts and one value, this one has ${row.length} entries`;
      context.addIssue({ code: 'custom', path: ['table', position], message });
    });
  });

const Paths = z.array(z.string().min(1).transform(pathPattern));
const RecordSchema = z.strictObject({ only: Paths.optional(), without: Paths.optional() });

const lazyValue: z.ZodType<Value> = z.lazy(() => ValueSchema);
const lazyCondition: z.ZodType<Condition> = z.lazy(() => ConditionSchema);

export const valueSchemas = {
  column: ColumnSchema,
  constant: z.strictObject({ constant: z.unknown() }),
  template: z.strictObject({ template: z.string().min(1) }),
  join: z.strictObject({ join: z.array(lazyValue).min(1), with: z.string().optional() }),
  first: z.strictObject({ first: z.array(lazyValue).min(1) }),
  all: z.strictObject({ all: z.array(lazyValue).min(1) }),
  lookup: z.strictObject({ lookup: LookupSchema }),
  when: z.strictObject({
    when: z.array(z.strictObject({ if: lazyCondition, give: lazyValue })).min(1),
    else: lazyValue.optional(),
  }),
  object: z.strictObject({ object: z.record(z.string(), lazyValue) }),
  record: z.strictObject({ record: RecordSchema }),
};

export const conditionSchemas = {
  column: z
    .strictObject({
      column: z.string().min(1),
      is: CellText.optional(),
      in: z.array(CellText).optional(),
      matches: Pattern.optional(),
      given: z.boolean().optional(),
    })
    .refine(
      ({ column: _, ...tests }) => Object.values(tests).some((test) => test !== undefined),
      'a condition on a column says `is`, `in`, `matches` or `given`',
    ),
  every: z.strictObject({ every: z.array(lazyCondition).min(1) }),
  any: z.strictObject({ any: z.array(lazyCondition).min(1) }),
  not: z.strictObject({ not: lazyCondition }),
};

/** Picks the one schema that the object's own key names, so that only that schema reports faults. */
function oneOf<T>(what: string, schemas: Readonly<Record<string, z.ZodType>>): z.ZodType<T> {
  return z.unknown().transform((value, context) => {
    const kinds = Object.keys(schemas).filter((kind) => isObject(value) && kind in value);
    if (kinds.length !== 1) {
      const names = Object.keys(schemas).join(', ');
      context.addIssue({ code: 'custom', message: `${what} has exactly one of the keys ${names}` });
      return z.NEVER;
    }
    const result = schemas[kinds[0]!]!.safeParse(value);
    if (result.success) return result.data as T;
    context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: value }) as never));
    return z.NEVER;
  }) as unknown as z.ZodType<T>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const ConditionSchema = oneOf<Condition>('a condition', conditionSchemas).meta({ id: 'Condition' });

export const ValueSchema: z.ZodType<Value> = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? { column: value } : value))
  .pipe(oneOf<Value>('a value', valueSchemas))
  .meta({ id: 'Value' }) as unknown as z.ZodType<Value>;

const Values = z.record(z.string(), ValueSchema);

/** Words for delimiters, of which a tab can hardly be written in YAML. */
export const delimiterWords: Readonly<Record<string, Delimiter>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
};

const DelimiterName = z
  .enum([...delimiters, ...Object.keys(delimiterWords)] as [string, ...string[]])
  .transform((name) => delimiterWords[name] ?? (name as Delimiter));

export const Mapping = z.strictObject({
  /** The domain of the rows. `--domain` of the command line takes precedence. */
  domain: z.string().optional(),
  description: z.string().optional(),
  /** The encoding of the file, where its bytes do not tell. Options of the command line take precedence. */
  encoding: z.enum(encodings).optional(),
  delimiter: DelimiterName.optional(),
  /** `none`: nothing is quoted, as in TSV unless this says otherwise. */
  quote: z
    .enum([...quotes, 'none'])
    .transform((quote) => (quote === 'none' ? null : quote))
    .optional(),
  decimal: z.enum(decimals).optional(),
  skip_lines: z.int().min(0).optional(),
  /** Excel: the sheet; default: the first one. */
  sheet: z.string().min(1).optional(),
  /** How a row is treated whose id an earlier row of the file has. */
  repeated: z.enum(repeatedIds).optional(),
  /**
   * Applied to every cell first. `html`: decodes entities such as `&rsquo;`. `quotes`: curly to straight.
   * `spaces`: collapses runs.
   */
  clean: z.array(z.enum(['html', 'quotes', 'spaces', 'lower'])).default([]),
  /** Texts (after cleaning) that mean "not given". The empty text always does. */
  missing: z.array(CellText).default([]),
  user_id: ValueSchema,
  /** Rows to leave out, with the reason. */
  reject: z.array(z.strictObject({ if: ConditionSchema, reason: z.string().min(1) })).default([]),
  /** Keys of `fields` and `preferences` (`fields.age`) that every row must have. */
  required: z.array(z.string().regex(/^(fields|preferences)\.|^context$/)).default([]),
  fields: Values.default({}),
  context: ValueSchema.optional(),
  preferences: Values.default({}),
});
export type Mapping = z.output<typeof Mapping>;

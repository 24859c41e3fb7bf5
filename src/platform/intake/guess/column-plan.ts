/** A column of a file, what it becomes, and by which steps. */
import type { ColumnValue } from '../mapping/mapping-schema.ts';
import { choiceIn, itemsOf, separatorsIn } from './choices.ts';
import { type ColumnFacts, isDate, shareOf } from './column-facts.ts';
import { isNumeric, type Target } from './column-target.ts';
import { degrees } from './coordinates.ts';
import type { IntakeField } from './intake-field.ts';

export interface ColumnPlan {
  readonly column: string;
  readonly target: Target;
  /** The sign by which the target was guessed. */
  readonly by: 'name' | 'values' | 'nothing';
  readonly steps: ColumnSteps;
  readonly facts: ColumnFacts;
}

export type ColumnSteps = Omit<ColumnValue, 'column'>;

/** Texts that files have for "not given". */
const missingTexts = new Set(['-', '--', 'n/a', '#n/a', 'na', 'null', 'nan', '?', '\\N', 'nil', 'undefined']);
/** Longer lists of a field's values are not repeated in a mapping. */
const MOST_VALUES = 40;
const MOST = 0.8;

/** `currency`: the column that names the currencies of the others. */
export function stepsFor(
  target: Target,
  fields: readonly IntakeField[],
  facts: ColumnFacts,
  currency?: string,
): ColumnSteps {
  if (target.to === 'coordinate') return { as: 'number', range: degrees[target.part] };
  const field = fieldOf(target, fields);
  if (target.to === 'preference' && field === undefined) return { as: 'number' };
  if (field === undefined) return {};
  const steps = typedSteps(target.to === 'field' ? field : asPreference(field), facts, currency);
  const missing = facts.values
    .map(([value]) => value)
    .filter((value) => missingTexts.has(value.toLowerCase()) && choiceIn(field, value) === undefined);
  return missing.length === 0 ? steps : { missing, ...steps };
}

/** Several values may be wanted, and a bound may lie outside of what a person can have. */
function asPreference(field: IntakeField): IntakeField {
  return { ...field, multiple: true, range: undefined };
}

function fieldOf(target: Target, fields: readonly IntakeField[]): IntakeField | undefined {
  const name = target.to === 'field' ? target.field : target.to === 'preference' ? target.key : undefined;
  return fields.find((field) => field.name === name);
}

function typedSteps(field: IntakeField, facts: ColumnFacts, currency: string | undefined): ColumnSteps {
  if (field.values !== undefined) return choiceSteps(field, facts);
  if (field.type === 'boolean') return { as: 'boolean' };
  if (!isNumeric(field)) return {};
  const range = field.range === undefined ? {} : { range: field.range };
  if (field.money !== undefined)
    return { as: 'money', ...(currency !== undefined && { currency: { column: currency } }), ...range };
  if (field.unit === 'years' && shareOf(facts, isDate) >= MOST)
    return { as: 'age', ...orderOf(facts), ...range };
  return { as: field.type === 'integer' ? 'integer' : 'number', ...range };
}

/** The order of days and months, where some value tells it. */
function orderOf({ values }: ColumnFacts): Pick<ColumnSteps, 'order'> {
  const slashed = values.map(([value]) => /^(\d{1,2})[-/ ](\d{1,2})[-/ ]\d{4}/.exec(value));
  if (slashed.some((found) => Number(found?.[1]) > 12)) return { order: 'dmy' };
  return slashed.some((found) => Number(found?.[2]) > 12) ? { order: 'mdy' } : {};
}

/** A table of the values that came, and of the field's own. */
function choiceSteps(field: IntakeField, facts: ColumnFacts): ColumnSteps {
  const cells = facts.values.map(([value]) => value);
  const cutBy = field.multiple ? separatorsIn(field, cells) : '';
  const split = field.multiple ? { split: new RegExp(`[${cutBy || ',;|'}]`, 'u') } : {};
  const items = new Set(cells.flatMap((value) => itemsOf(value, cutBy)));
  const { values = [] } = field;
  const own = values.length > MOST_VALUES ? [] : values;
  const map = Object.fromEntries([
    ...[...items].flatMap((item) => {
      const choice = choiceIn(field, item);
      return choice === undefined ? [] : [[item, choice] as const];
    }),
    ...own.map((value) => [value, value] as const),
  ]);
  const isShort = values.length > MOST_VALUES ? { else: 'keep' as const } : {};
  return { ...split, map, compare: 'words', ...isShort };
}

/** Values of a column that become no value of its field, with their counts. */
export function unknownValues({ target, steps, facts }: ColumnPlan): readonly (readonly [string, number])[] {
  const { map, split, missing = [], default: otherwise } = steps;
  if (map === undefined || otherwise !== undefined || target.to === 'ignore') return [];
  const counts = new Map<string, number>();
  for (const [value, count] of facts.values) {
    const items = split === undefined ? [value] : value.split(split).map((item) => item.trim());
    for (const item of items)
      if (item !== '' && !Object.hasOwn(map, item) && !missing.includes(item))
        counts.set(item, (counts.get(item) ?? 0) + count);
  }
  return [...counts];
}

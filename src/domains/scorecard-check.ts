/**
 * Checks a scorecard against the fields of its domain. Each named field exists, has a type that the
 * comparator reads, and has the named values.
 */
import type { FieldDefinition } from './field.ts';
import { intervalFields } from './read-term.ts';
import { templateFault } from './reason-template.ts';
import type { Condition, Knots, Scorecard, Term } from './scorecard.ts';

export interface ScorecardFault {
  /** Relative to `scorecard`. */
  readonly path: (string | number)[];
  readonly message: string;
}

/** Whether the term compares free texts, which only the cross encoder does. */
export function readsText(term: Term): boolean {
  return term.compare === 'text' || term.compare === 'mentions' || term.compare === 'shared_words';
}

export function scorecardFaults(
  scorecard: Scorecard,
  fields: readonly FieldDefinition[],
): readonly ScorecardFault[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const ofTerms = scorecard.terms.flatMap((term, position) => {
    const faults: ScorecardFault[] = [];
    const fault = (path: (string | number)[], message: string) => {
      faults.push({ path: ['terms', position, ...path], message });
    };
    checkFields(term, byName, fault);
    checkConditions(term, byName, fault);
    checkMonotone(term, fault);
    for (const key of ['reason', 'reason_equal', 'reason_against'] as const) {
      const message = term[key] === undefined ? null : templateFault(term[key], term.compare);
      if (message !== null) fault([key], message);
    }
    return faults;
  });
  return [...ofTerms, ...faultsOfReading(scorecard)];
}

/** Texts are only read where a term compares them. */
function faultsOfReading({ read_values, terms }: Scorecard): readonly ScorecardFault[] {
  if (read_values === undefined || terms.some(readsText)) return [];
  const message =
    'read_values needs a term that compares texts (text, mentions or shared_words); declare one, or leave it out';
  return [{ path: ['read_values'], message }];
}

type Fault = (path: (string | number)[], message: string) => void;
type ByName = ReadonlyMap<string, FieldDefinition>;
type Requirement = readonly [what: string, test: (field: FieldDefinition) => boolean];

const isNumber = (field: FieldDefinition) => field.type === 'integer' || field.type === 'number';
const isChoice = (field: FieldDefinition) => field.type === 'enum' || field.type === 'boolean';
const isGeoField = (field: FieldDefinition) => field.format === 'geo';
const isSoft = (field: FieldDefinition) => field.kind === 'soft';
const isComparable = (field: FieldDefinition) =>
  !field.multiple && field.type !== 'number' && field.kind !== 'soft';

const choice: Requirement = ['an enum or boolean field', isChoice];
const numeric: Requirement = ['an integer or number field', isNumber];
const geo: Requirement = ['a geo field', isGeoField];
const soft: Requirement = ['a soft field', isSoft];

const requirements = {
  same: { me: ['an enum (one value), boolean, integer, hard string or geo field', isComparable] },
  matrix: { me: choice },
  overlap: { me: ['an enum field', (field) => field.type === 'enum'] },
  difference: { me: numeric },
  ratio: { me: numeric },
  distance: { me: geo },
  text: { me: soft },
  mentions: {
    me: [
      'an enum or a string that is not soft',
      (field) => field.type === 'enum' || (field.type === 'string' && !isSoft(field)),
    ],
    other: soft,
  },
} as const satisfies Record<string, { me: Requirement; other?: Requirement }>;

function checkFields(term: Term, byName: ByName, fault: Fault): void {
  const known = (path: (string | number)[], name: string): FieldDefinition | null => {
    const field = byName.get(name);
    if (field === undefined)
      fault(path, `there is no field «${name}»; there are ${[...byName.keys()].join(', ')}`);
    return field ?? null;
  };
  const required = (
    path: (string | number)[],
    name: string,
    [what, test]: Requirement,
  ): FieldDefinition | null => {
    const field = known(path, name);
    if (field === null || test(field)) return field;
    fault(path, `${term.compare} reads ${what}, and «${name}» is ${describe(field)}`);
    return null;
  };
  switch (term.compare) {
    case 'recency':
    case 'shared_words':
      return;
    case 'completeness':
      for (const [at, name] of (term.fields ?? []).entries()) known(['fields', at], name);
      return;
    case 'prior':
      checkPrior(term, known, fault);
      return;
    case 'within':
      for (const side of ['me', 'other'] as const) {
        for (const name of intervalFields(term[side])) required([side], name, numeric);
      }
      return;
    default: {
      const hasBothOrNeither = (term.me === undefined) === (term.other === undefined);
      if (!hasBothOrNeither || (term.field === undefined) === (term.me === undefined)) {
        fault([], 'name either `field` (the same on both sides) or both `me` and `other`');
        return;
      }
      const requirement: { me: Requirement; other?: Requirement } = requirements[term.compare];
      const me = required(
        [term.field === undefined ? 'me' : 'field'],
        term.me ?? term.field!,
        requirement.me,
      );
      const other = required(
        [term.field === undefined ? 'other' : 'field'],
        term.other ?? term.field!,
        requirement.other ?? requirement.me,
      );
      if (me !== null && other !== null) checkPair(term, me, other, fault);
    }
  }
}

function checkPair(term: Term, me: FieldDefinition, other: FieldDefinition, fault: Fault): void {
  if (term.compare === 'same' && (me.type !== other.type || me.format !== other.format)) {
    fault([], `«${me.name}» (${describe(me)}) and «${other.name}» (${describe(other)}) are never the same`);
  }
  if (term.compare === 'same') {
    for (const value of Object.keys(term.same_value ?? {})) checkValue(['same_value'], me, value, fault);
  }
  if (term.compare === 'overlap' && !me.values!.some((value) => other.values!.includes(value))) {
    fault([], `«${me.name}» and «${other.name}» have no value in common`);
  }
  if (term.compare === 'matrix') {
    for (const [mine, row] of Object.entries(term.matrix)) {
      checkValue(['matrix'], me, mine, fault);
      for (const theirs of Object.keys(row)) checkValue(['matrix', mine], other, theirs, fault);
    }
  }
}

function checkPrior(
  term: Extract<Term, { compare: 'prior' }>,
  known: (path: (string | number)[], name: string) => FieldDefinition | null,
  fault: Fault,
): void {
  const side = term.me === undefined ? 'other' : 'me';
  const name = term[side];
  if (name === undefined || (term.me !== undefined && term.other !== undefined)) {
    fault(
      [],
      'name either `other` (how much others want that side) or `me` (how readily that side wants others)',
    );
    return;
  }
  const field = known([side], name);
  if (field === null) return;
  if (isNumber(field)) {
    if (term.knots === undefined || term.points !== undefined) {
      fault([], `the prior of a number is given by \`knots\`, and «${field.name}» is one`);
    }
  } else if (isChoice(field)) {
    if (term.points === undefined || term.knots !== undefined) {
      fault([], `the prior of ${describe(field)} is given by \`points\` by value`);
    }
    for (const value of Object.keys(term.points ?? {})) checkValue(['points'], field, value, fault);
  } else {
    fault([side], `prior reads a number, an enum or a boolean, and «${field.name}» is ${describe(field)}`);
  }
}

function checkValue(path: (string | number)[], field: FieldDefinition, value: string, fault: Fault): void {
  const values = field.type === 'boolean' ? ['true', 'false'] : (field.values ?? null);
  if (values !== null && !values.includes(value)) {
    fault([...path, value], `«${value}» is no value of ${field.name}; it has ${values.join(', ')}`);
  }
}

function checkConditions(term: Term, byName: ByName, fault: Fault): void {
  for (const key of ['when', 'unless'] as const) {
    for (const side of ['me', 'other'] as const) {
      for (const [name, values] of Object.entries(term[key]?.[side] ?? {})) {
        const field = byName.get(name);
        if (field === undefined) fault([key, side, name], `there is no field «${name}»`);
        else if (!isChoice(field))
          fault([key, side, name], `a condition reads an enum or boolean, and «${name}» is neither`);
        else for (const value of conditionValues(values)) checkValue([key, side, name], field, value, fault);
      }
    }
  }
}

type ConditionSide = NonNullable<Condition['me']>;

/** The values of a condition as strings: enum values, "true", "false". */
export function conditionValues(values: ConditionSide[string]): readonly string[] {
  return (Array.isArray(values) ? values : [values]).map(String);
}

function checkMonotone(term: Term, fault: Fault): void {
  if (!('monotone' in term) || term.monotone === undefined) return;
  const knots: Knots = term.knots ?? [];
  const isBroken = knots.some(([, points], at) => {
    const step = at === 0 ? 0 : points - knots[at - 1]![1];
    return term.monotone === 'increasing' ? step < 0 : step > 0;
  });
  if (isBroken) fault(['knots'], `the points are not ${term.monotone}, as \`monotone\` promises`);
}

function describe(field: FieldDefinition): string {
  const type = field.format === 'geo' ? 'geo' : field.type;
  return `a ${field.multiple ? 'multiple ' : ''}${field.kind} ${type} field`;
}

/** Checks an extraction rule against its field: the type, the values, and what the kind of rule needs. */
import type { ExtractionRule } from './extraction-rules.ts';

const fieldTypes: Readonly<Record<ExtractionRule['rule'], readonly string[]>> = {
  number: ['integer', 'number'],
  age: ['integer', 'number'],
  place: ['string'],
  phrases: ['enum', 'string', 'integer', 'number'],
  prototype: ['enum'],
  boolean: ['boolean'],
  pattern: ['string', 'enum', 'integer', 'number'],
  text: ['string'],
  default: ['integer', 'number', 'boolean', 'enum', 'string'],
};

/** The fault of a rule that cannot fill its field, or null. `path`: below the rule. */
export function ruleFault(
  rule: ExtractionRule,
  field: {
    readonly type: string;
    readonly kind: string;
    readonly values?: readonly string[] | undefined;
  },
): { readonly path: readonly string[]; readonly message: string } | null {
  const hasLevels = rule.rule === 'number' && rule.levels !== undefined;
  const isCountry = rule.rule === 'place' && rule.as === 'country' && field.type === 'enum';
  if (!isCountry && (hasLevels ? field.type !== 'enum' : !fieldTypes[rule.rule].includes(field.type))) {
    return { path: ['rule'], message: `the rule «${rule.rule}» cannot fill a field of type ${field.type}` };
  }
  if ((rule.rule === 'phrases' || rule.rule === 'prototype') && field.values !== undefined) {
    const unknown = Object.keys(rule.values).find((value) => !field.values?.includes(value));
    if (unknown !== undefined) {
      return { path: ['values', unknown], message: `«${unknown}» is not among the field's values` };
    }
  }
  if (hasLevels) {
    const unknown = rule.levels?.find(({ value }) => value !== undefined && !field.values?.includes(value));
    if (unknown !== undefined)
      return { path: ['levels'], message: `«${unknown.value}» is not among the field's values` };
  }
  if (rule.rule === 'phrases' && Array.isArray(rule.fallback) && field.values !== undefined) {
    const unknown = rule.fallback.find((value) => !field.values?.includes(value));
    if (unknown !== undefined)
      return { path: ['fallback'], message: `«${unknown}» is not among the field's values` };
  }
  if (rule.rule === 'phrases' && (field.type === 'integer' || field.type === 'number')) {
    const word = Object.keys(rule.values).find((value) => !Number.isFinite(Number(value)));
    if (word !== undefined)
      return {
        path: ['values', word],
        message: `«${word}» is no number, and the field is of type ${field.type}`,
      };
  }
  const givesPreference =
    rule.rule !== 'default' && (rule.gives === 'preference' || rule.wish_gives_preference);
  if (givesPreference && field.kind !== 'hard') {
    return { path: ['rule'], message: 'only a hard field can be demanded in preferences' };
  }
  if (rule.rule === 'number' && rule.measure === 'money' && rule.currency === undefined) {
    return { path: ['measure'], message: 'a money rule names the `currency` of its value' };
  }
  if (rule.rule === 'number' && rule.measure === 'custom' && rule.units === undefined) {
    return { path: ['measure'], message: 'a custom measure lists its `units`' };
  }
  return null;
}

/** The faults of rules that stand apart from their fields, by the field's name. `path`: below the rules. */
export function rulesFaults(
  rules: Readonly<Record<string, readonly ExtractionRule[]>>,
  fields: readonly (Parameters<typeof ruleFault>[1] & { readonly name: string })[],
): readonly { readonly path: readonly (string | number)[]; readonly message: string }[] {
  return Object.entries(rules).flatMap(([name, own]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return [{ path: [name], message: `there is no field «${name}»` }];
    return own.flatMap((rule, position) => {
      const fault = ruleFault(rule, field);
      return fault === null ? [] : [{ path: [name, position, ...fault.path], message: fault.message }];
    });
  });
}

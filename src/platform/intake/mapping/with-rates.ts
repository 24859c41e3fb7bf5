/** Puts the rates of a domain into the values of a mapping that are `as: money`. */
import { invalidRequest } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { fieldNamed } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Mapping, Value } from './mapping-schema.ts';
import type { MoneyRates } from './money.ts';

/**
 * `named`: the currency that a word means. Throws `invalid_request` where money is mapped to a field in whose
 * texts the domain reads no money, because there are no rates for it.
 */
export function withRates(
  mapping: Mapping,
  definition: DomainDefinition,
  named: MoneyRates['named'],
): Mapping {
  const rated = (part: 'fields' | 'preferences') =>
    Object.fromEntries(
      Object.entries(mapping[part]).map(([key, value]) => {
        if (!isMoney(value)) return [key, value];
        const rates = ratesOf(fieldNamed(definition, key));
        if (rates !== undefined) return [key, put(value, { ...rates, named }) as Value];
        throw invalidRequest([
          {
            path: `${part}.${key}`,
            message: `is \`as: money\`, and the domain ${definition.domain} reads no money for ${key}, so that there are no rates; say \`as: number\``,
          },
        ]);
      }),
    );
  return { ...mapping, fields: rated('fields'), preferences: rated('preferences') };
}

function ratesOf(field: FieldDefinition | undefined): Omit<MoneyRates, 'named'> | undefined {
  for (const rule of field?.extract ?? []) {
    if (rule.rule === 'number' && rule.measure === 'money' && rule.currency !== undefined)
      return { currency: rule.currency, rates: rule.rates ?? {} };
  }
  return undefined;
}

function isMoney(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || part instanceof RegExp) return false;
  return ('as' in part && part.as === 'money') || Object.values(part).some(isMoney);
}

function put(part: unknown, money: MoneyRates): unknown {
  if (typeof part !== 'object' || part === null || part instanceof RegExp) return part;
  if (Array.isArray(part)) return part.map((inner) => put(inner, money));
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, put(value, money)]));
  return inner.as === 'money' ? { ...inner, money } : inner;
}

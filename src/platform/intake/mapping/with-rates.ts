/** Puts the rates of a domain into the values of a mapping that are `as: money`. */
import { invalidRequest } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { fieldNamed } from '../../../domains/definition.ts';
import type { Mapping, Value } from './mapping-schema.ts';
import type { MoneyRates } from './money.ts';

/** The rates of a field; undefined: the domain reads no money in its texts. */
export type RatesOf = (field: string) => MoneyRates | undefined;

/** Throws `invalid_request` where money is mapped to a field without rates. */
export function withRates(mapping: Mapping, domain: string, ratesOf: RatesOf): Mapping {
  const rated = (part: 'fields' | 'preferences') =>
    Object.fromEntries(
      Object.entries(mapping[part]).map(([key, value]) => {
        if (!isMoney(value)) return [key, value];
        const rates = ratesOf(key);
        if (rates !== undefined) return [key, put(value, rates) as Value];
        throw invalidRequest([
          {
            path: `${part}.${key}`,
            message: `is \`as: money\`, and the domain ${domain} reads no money for ${key}, so that there are no rates; say \`as: number\``,
          },
        ]);
      }),
    );
  return { ...mapping, fields: rated('fields'), preferences: rated('preferences') };
}

/** The rates by which the domain reads texts. */
export function ratesIn(definition: DomainDefinition): RatesOf {
  return (name) => {
    const rules = fieldNamed(definition, name)?.extract ?? [];
    const rule = rules.find((each) => each.rule === 'number' && each.measure === 'money');
    if (rule?.rule !== 'number' || rule.currency === undefined) return undefined;
    return { currency: rule.currency, rates: rule.rates ?? {} };
  };
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

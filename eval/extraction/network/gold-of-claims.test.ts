import { describe, expect, it } from 'vitest';
import { FieldDefinition } from '../../../src/domains/field.ts';
import { shippedDomain } from '../../../src/domains/shipped-domains.ts';
import { kindsOf, labelsOf } from '../../../src/people/reading/network/names.ts';
import { framedTexts } from '../asked/frames.ts';
import { Case } from '../read-cases.ts';
import { isClaimRight, isLabelRight } from './gold-of-claims.ts';

const agents = shippedDomain('agent-to-agent')!;
const given = Case.parse({
  text: '…',
  fields: { capabilities: ['writing'], latency_ms: 300, stores_data: false },
  preferences: { protocols: ['mcp', 'a2a'], uptime_percent: { gte: 99 }, auth: { ne: 'none' } },
  ignore: ['languages'],
});
const fieldOf = (name: string) => agents.fields.find((field) => field.name === name)!;
const claim = (kind: 'value' | 'preference', field: string, value: never) => ({
  kind,
  field: FieldDefinition.parse(fieldOf(field)),
  value,
});
const named = (value: string, negated = false) => ({ kind: 'value', value, negated });

describe('the gold of a claim', () => {
  it.each([
    ['value', 'capabilities', 'writing', true],
    ['value', 'needs', 'writing', false],
    ['value', 'latency_ms', 301, true],
    ['value', 'latency_ms', 400, false],
    ['value', 'languages', 'en', null],
    ['preference', 'protocols', named('mcp'), true],
    ['preference', 'protocols', named('rest'), false],
    ['preference', 'auth', named('none', true), true],
    ['preference', 'uptime_percent', { kind: 'range', gte: 99 }, true],
  ] as const)('%s %s %j: %s', (kind, field, value, expected) => {
    expect(isClaimRight(claim(kind, field, value as never), given, () => null)).toBe(expected);
  });
});

describe('the gold of a label', () => {
  it.each([
    ['value', 'capabilities', 'writing', true],
    ['value', 'stores_data', false, true],
    ['value', 'stores_data', true, false],
    ['value', 'languages', 'en', null],
    ['preference', 'protocols', 'a2a', true],
    ['preference', 'auth', 'none', null],
    ['text', 'offer_text', null, false],
  ] as const)('%s %s %s: %s', (kind, field, value, expected) => {
    expect(isLabelRight({ kind, field, value, isSingle: false }, given)).toBe(expected);
  });
});

it('has a label for each listed value, wanted ones where the rules read wishes, and one for each text', () => {
  const keys = labelsOf(agents).map(({ kind, field, value }) => `${kind} ${field} ${value}`);
  expect(keys).toContain('value capabilities writing');
  expect(keys).toContain('preference protocols mcp');
  expect(keys).not.toContain('preference capabilities writing');
  expect(keys).toContain('text need_text null');
  expect(new Set(keys).size).toBe(keys.length);
});

it('has a kind for each field, value and bound', () => {
  const keys = kindsOf(agents).map(({ key }) => key);
  expect(keys).toEqual(
    expect.arrayContaining(['value latency_ms', 'preference uptime_percent at least', 'value needs writing']),
  );
});

it('frames name a value as asked for or offered', () => {
  const framed = framedTexts(agents, 'capabilities');
  expect(framed.some(({ isAsked }) => isAsked)).toBe(true);
  for (const { text } of framed) expect(text).not.toContain('{}');
});

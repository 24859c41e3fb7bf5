import { describe, expect, it } from 'vitest';
import { schemaVersion } from './definition.ts';
import { parseDefinition } from './parse-definition.ts';

const head = `domain: pets
version: 3
title: Pets
reciprocal: "off"
scorecard: {}
fields:
  - name: kind
    kind: hard
    type: enum
    values: [cat, dog]
`;

function messageOf(source: string): string {
  try {
    parseDefinition(source, 'pets.yaml');
  } catch (error) {
    return (error as Error).message;
  }
  return 'no fault';
}

describe('parseDefinition', () => {
  it('fills in the defaults', () => {
    const definition = parseDefinition(head, 'pets.yaml');
    expect(schemaVersion(definition)).toBe('pets.v3');
    expect(definition.fields[0]).toMatchObject({ name: 'kind', required: false, priority: 'medium' });
  });

  it('accepts YAML merge keys', () => {
    const source = `${head}    extract:
      - &kinds {rule: phrases, values: {cat: [cat*], dog: [dog*]}}
      - {<<: *kinds, reads: wish, gives: preference}
`;
    expect(parseDefinition(source, 'pets.yaml').fields[0]?.extract?.[1]).toMatchObject({
      rule: 'phrases',
      reads: 'wish',
      values: { cat: ['cat*'] },
    });
  });

  it.each([
    ['an unknown rule', '    extract:\n      - {rule: guess}\n', 'pets.yaml:12:10 fields[0].extract[0].rule'],
    [
      'a rule that does not suit its field',
      '    extract:\n      - rule: age\n',
      'pets.yaml:12:9 fields[0].extract[0].rule: the rule «age» cannot fill a field of type enum',
    ],
    [
      'a value that the field does not have',
      '    extract:\n      - rule: phrases\n        values:\n          cat: [cat]\n          cow: [cow]\n',
      'pets.yaml:15:11 fields[0].extract[0].values.cow: «cow» is not among the field',
    ],
    [
      'a phrase with an open bracket',
      '    extract:\n      - rule: phrases\n        values:\n          cat:\n            - cat\n            - (kitty|puss\n',
      'pets.yaml:16:15 fields[0].extract[0].values.cat[1]: «(kitty|puss» lacks a «)»',
    ],
    [
      'a misspelt key of a phrase',
      '    extract:\n      - rule: phrases\n        values:\n          cat:\n            - {phrase: cat, negaton: ignore}\n',
      'pets.yaml:15:29 fields[0].extract[0].values.cat[0]: Unrecognized key: "negaton"',
    ],
    [
      'a pattern that needs backtracking',
      "  - name: shop\n    kind: hard\n    type: string\n    extract:\n      - rule: pattern\n        pattern: '(?=a)(?P<value>.)'\n",
      'pets.yaml:16:9 fields[1].extract[0].pattern: not a pattern in RE2 syntax',
    ],
    [
      'a request that names no field',
      'extraction:\n  requests: {offers: kind, asks: wish, without: [kind], prefers: [kind], cues: [a], openings: [b], not_cues: [c]}\n',
      'extraction.requests: the domain has no field «wish»',
    ],
  ])('reports line and column of %s', (_, tail, message) => {
    expect(messageOf(head + tail)).toContain(message);
  });
});

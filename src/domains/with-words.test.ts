import { describe, expect, it } from 'vitest';
import { DefinitionWithoutWords } from './definition.ts';
import { joinSource } from './join-source.ts';
import { parseDefinition } from './parse-definition.ts';
import { readYaml } from './read-yaml.ts';
import { withWords } from './with-words.ts';

const definitionText = `# Pets and their people.
domain: pets
version: 3
title: Pets

extraction:
  threshold: 0.6
  requests:
    offers: kind
    asks: wanted
    without: [kind]
    prefers: [kind]

fields:
- name: kind
  kind: hard
  type: enum
  values: [cat, dog]
- name: wanted
  kind: hard
  type: enum
  values: [cat, dog]
- name: about
  kind: soft
  type: string
scorecard: {}
`;
const wordsText = `wish_cues: ["looking for"]
requests:
  # First words.
  openings: ["wanted"]
  cues:
    - "in search of"
  not_cues: ["for hire"]
fields:
  kind:
    # Names.
    - rule: phrases
      values:
        cat: &cats [cat*]
        dog: [dog*]
  wanted:
    - {rule: phrases, reads: wish, values: {cat: *cats}}
`;
const definition = readYaml(definitionText, DefinitionWithoutWords, 'pets/definition.yaml');
const whole = (words: string) => withWords(definition, words, 'pets/words/en.yaml');

describe('withWords', () => {
  it('gives fields their rules and the domain its phrases', () => {
    const { extraction, fields } = whole(wordsText);
    expect(extraction).toMatchObject({ threshold: 0.6, wish_cues: ['looking for'] });
    expect(extraction?.requests).toMatchObject({ offers: 'kind', openings: ['wanted'] });
    expect(fields.map(({ extract }) => extract?.length)).toEqual([1, 1, undefined]);
  });

  it('gives what one file with both gives', () => {
    const joined = joinSource(definitionText, wordsText);
    expect(parseDefinition(joined, 'pets.yaml')).toEqual(whole(wordsText));
    for (const comment of ['# Pets and their people.', '# First words.', '# Names.'])
      expect(joined).toContain(comment);
  });

  it.each([
    ['an unknown field', '  wanted:', '  fur:', ':15:3 fields.fur: there is no field «fur»'],
    ['an unknown value', 'dog: [dog*]', 'cow: [cow*]', ':14:9 fields.kind[0].values.cow: «cow» is not among'],
    ['an unknown list', 'wish_cues', 'wish_cue', ':1:1 Unrecognized key: "wish_cue"'],
    ['a setting that is no phrase', 'wish_cues: ["looking for"]', 'threshold: 1', ':1:1 Unrecognized key'],
  ])('reports the line of %s', (_, from, to, message) => {
    expect(() => whole(wordsText.replace(from, to))).toThrow(`pets/words/en.yaml${message}`);
  });

  it('refuses fields of requests without their phrases', () => {
    expect(() => whole('fields: {}')).toThrow('requests need both');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let things: ExplainingExtractor;

beforeAll(async () => {
  const definition = parseDefinition(
    JSON.stringify({
      domain: 'things',
      version: 1,
      title: 'Things',
      fields: [
        {
          name: 'thing',
          kind: 'hard',
          type: 'enum',
          values: ['desks', 'chairs', 'lamps', 'bicycles'],
          extract: [
            {
              rule: 'phrases',
              reads: 'any',
              prefer: 'first',
              topic: {
                after: ['(selling|looking for) [a|my]', '^ item'],
                aside: ['(for|with|beside|instead of) [a|my|the|new]'],
              },
              values: {
                desks: ['desk[s]'],
                chairs: ['chair[s]'],
                lamps: ['lamp[s]'],
                bicycles: ['bike[s]'],
              },
            },
          ],
        },
      ],
    }),
    'things.yaml',
  );
  const encoder = await openTextEncoder('embedded');
  things = await compileExtractor(definition, { encoder, resolvePlace: () => null });
});

describe('what a text is about', () => {
  it.each([
    ['its beginning', 'Oak desk with two chairs, a chair cushion and a lamp. The chairs are fine.', 'desks'],
    [
      'after a cue',
      'It was a long year for us all and the bikes are in the cellar now, so I am selling my lamp.',
      'lamps',
    ],
    [
      'after a label',
      'Seen beside the bikes in the yard, near the gate.\nItem: chair, lamp on top',
      'chairs',
    ],
    [
      'not what is put aside',
      'We both work at home now, and it gets dark, so for my desk I want a lamp.',
      'lamps',
    ],
    [
      'a cue outranks an aside that ends it',
      'Good morning to all of you here. I am looking for a bike.',
      'bicycles',
    ],
    ['an aside alone counts', 'Something to put beside the desk, as the winter is dark here.', 'desks'],
  ])('%s', async (_, text, expected) => {
    const { values } = await things.extract(text, Date.parse('2026-06-01'));
    expect(values.map(({ value }) => value)).toEqual([expected]);
  });
});

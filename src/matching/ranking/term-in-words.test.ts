import { describe, expect, it } from 'vitest';
import { Scorecard } from '../../domains/scorecard.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import { termInWords, withReasonInWords } from './term-in-words.ts';

const dating = shippedDomain('dating')!;
const women = { me: { gender: ['woman'] } };

const termOf = (term: Record<string, unknown>) =>
  Scorecard.parse({ terms: [{ name: 'found_term', when: women, ...term }] }).terms[0]!;
const difference = (knots: readonly (readonly [number, number])[]) =>
  termOf({ compare: 'difference', signed: true, field: 'age', knots });
const inWords = (term: Record<string, unknown>) => termInWords(dating, termOf(term));

describe('a term of a group in words', () => {
  it.each([
    [
      [
        [-10, -1],
        [0, 0],
        [5, 1],
        [10, 0],
      ],
      "age 3 to 7 years above one's own",
    ],
    [
      [
        [-10, 0],
        [-5, 1],
        [0, 0],
      ],
      "age 4 to 6 years below one's own",
    ],
    [
      [
        [-4, 0],
        [0, 1],
        [4, 0],
      ],
      "age from 0.8 years below to 0.8 years above one's own",
    ],
    [
      [
        [-10, 0],
        [10, 1],
      ],
      "age at least 6 years above one's own",
    ],
    [
      [
        [-10, 1],
        [10, 0],
      ],
      "age at most 6 years below one's own",
    ],
  ] as const)('says what the curve %j prefers', (knots, preferred) => {
    expect(termInWords(dating, difference(knots))).toBe(`With gender “a woman”, ${preferred} is preferred`);
  });

  it('says which values and distances are preferred', () => {
    expect(
      inWords({
        compare: 'distance',
        field: 'location',
        knots: [
          [0, 1],
          [50, 0],
        ],
      }),
    ).toContain('a distance of at most 10 km is preferred');
    expect(
      inWords({ compare: 'prior', other: 'attachment_style', points: { secure: 1, anxious: 0 } }),
    ).toContain('attachment style “securely attached” is preferred');
    expect(
      inWords({
        compare: 'matrix',
        field: 'relationship_goal',
        matrix: { casual: { casual: 1, marriage: 0 } },
      }),
    ).toContain("relationship goal “something casual” to one's own “something casual” is preferred");
  });

  it('says nothing of a flat curve, and of a term for everybody', () => {
    expect(
      termInWords(
        dating,
        difference([
          [0, 0],
          [5, 0],
        ]),
      ),
    ).toBeNull();
    const { when: _, ...everybody } = difference([
      [0, 0],
      [5, 1],
    ]);
    expect(termInWords(dating, everybody)).toBeNull();
  });

  it('is the reason of a curve, which opens no placeholder', () => {
    const fields = dating.fields.map((field) =>
      field.name === 'age' ? { ...field, label: 'age {me}' } : field,
    );
    const { reason } = withReasonInWords(
      { ...dating, fields },
      difference([
        [0, 0],
        [5, 1],
      ]),
    );
    expect(reason).toBe("With gender “a woman”, age me at least 4 years above one's own is preferred");
  });
});

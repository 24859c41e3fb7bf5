import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShownAnswer } from '../../../../contract/match.ts';
import { decodeAnswer, encodeAnswer } from './answer-codec.ts';

const count = fc.nat();
const answers: fc.Arbitrary<ShownAnswer> = fc.record({
  request: fc.option(
    fc.record({
      limit: count,
      filters: fc.constantFrom({}, { age: { gte: 18 } }),
      stages: fc.constantFrom({}, { embedding: false }),
      explain: fc.boolean(),
      diversity: fc.constantFrom(0, 0.5),
    }),
  ),
  models_used: fc.dictionary(
    fc.string(),
    fc.record({
      tier: fc.constantFrom('general', 'tenant', null),
      version: fc.string(),
      calibrated: fc.constantFrom(true, false, null),
    }),
    { noNullPrototype: true },
  ),
  degraded: fc.array(fc.record({ stage: fc.string(), reason: fc.string() })),
  trace: fc.array(
    fc.record(
      {
        stage: fc.string(),
        enabled: fc.boolean(),
        in: count,
        out: count,
        dropped: fc.dictionary(fc.string(), count, { noNullPrototype: true }),
        note: fc.string(),
        rules: fc.array(
          fc.record(
            { rule: fc.string(), reason: fc.string(), dropped: count, alone: count },
            { requiredKeys: ['rule', 'reason', 'dropped'] },
          ),
        ),
      },
      { requiredKeys: ['stage', 'enabled', 'in', 'out', 'dropped'] },
    ),
  ),
});

test('an answer is read as it was written', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(decodeAnswer(encodeAnswer(answer))).toEqual(answer);
    }),
  );
});

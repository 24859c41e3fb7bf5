import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decisionId, shippedDecision } from '../network/decision-weights.ts';
import { decodeExamples } from './example-file.ts';
import { f1Of, scoreDecision } from './score-decision.ts';
import { examplesFile, shippedExamples } from './shipped-examples.ts';

it('stands beside the decision that was fitted with it, in at most 500 KB', () => {
  const file = readFileSync(examplesFile);
  expect(file.length).toBeLessThanOrEqual(500_000);
  expect(decodeExamples(file).decision).toBe(decisionId(shippedDecision()));
});

it('has claims of every field that the decision has an effect of, which it mostly takes right', async () => {
  const texts = await shippedExamples();
  const fields = new Set(texts.flatMap(({ examples }) => examples.map(({ effect }) => effect)));
  for (const field of Object.keys(shippedDecision().effects)) expect(fields).toContain(field);
  expect(f1Of(scoreDecision(texts, shippedDecision()))).toBeGreaterThan(0.8);
});

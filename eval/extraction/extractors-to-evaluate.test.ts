import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import {
  type ChatServerUnderTest,
  chatFault,
  startChatServer,
} from '../../src/engines/llm/testing/chat-server.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { compileExtractor } from '../../src/people/reading/compile-extractor.ts';
import { evaluate } from './evaluate.ts';
import { extractorsToEvaluate, openModel } from './extractors-to-evaluate.ts';
import { type Tally, totalOf } from './score.ts';

const dating = shippedDomain('dating')!;
let server: ChatServerUnderTest;
/** Takes the first number of two digits for an age, and reads nothing else. */
beforeEach(async () => {
  server = await startChatServer((data) => {
    const [quote, age] = /\b([2-6]\d)\b/.exec(JSON.stringify((data as { document: unknown }).document)) ?? [];
    const values = Object.fromEntries(dating.fields.map(({ name }) => [name, null as unknown]));
    if (quote !== undefined) values.age = { value: Number(age), quote, certain: true };
    return { values, demands: [] };
  });
});
afterEach(() => server.close());

const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
const rules = await compileExtractor(
  dating,
  { encoder, resolvePlace: gazetteer.resolve, populationOf: gazetteer.populationOf },
  { reader: () => null },
);

test('rules, model and both are scored over the same texts; what is not answered is missed', async () => {
  const model = openModel({ url: server.url, model: 'scripted', apiKey: undefined });
  let unanswered = 0;
  const places = { resolvePlace: gazetteer.resolve, onUnavailable: () => unanswered++ };
  server.faults.push(chatFault(400, 'broken'));
  const right: Record<string, Tally> = {};
  for (const { name, extractor } of extractorsToEvaluate(dating, rules, model, places)) {
    const evaluations = await evaluate(dating, extractor, gazetteer, { atOnce: 8, only: ['heldout'] });
    right[name] = totalOf(evaluations.find(({ part }) => part === 'heldout')!.tallies);
  }
  expect(unanswered).toBe(1);
  expect(right.rules!.right).toBeGreaterThan(0);
  expect(right.llm!.right).toBeGreaterThan(0);
  expect(right.both!.right).toBeGreaterThanOrEqual(Math.max(right.rules!.right, right.llm!.right));
  expect(right.both!.right + right.both!.missed).toBe(right.rules!.right + right.rules!.missed);
});

test('without a model there are the rules', () => {
  const places = { resolvePlace: () => null, onUnavailable: () => {} };
  expect(extractorsToEvaluate(dating, rules, null, places).map(({ name }) => name)).toEqual(['rules']);
});

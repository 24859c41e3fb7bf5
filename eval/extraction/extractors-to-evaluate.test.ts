import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import {
  type ChatServerUnderTest,
  chatFault,
  startChatServer,
} from '../../src/engines/llm/testing/chat-server.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import type { Extractor } from '../../src/people/reading/extractor.ts';
import { evaluate } from './evaluate.ts';
import { extractorsToEvaluate, openModel } from './extractors-to-evaluate.ts';
import { type Tally, totalOf } from './score.ts';

const dating = shippedDomain('dating')!;
let server: ChatServerUnderTest;
/** Takes the first number of two digits for an age, and reads nothing else. */
beforeEach(async () => {
  server = await startChatServer((data) => {
    const [quote, age] = /\b([2-6]\d)\b/.exec((data as { text: string }).text) ?? [];
    const values = Object.fromEntries(dating.fields.map(({ name }) => [name, null as unknown]));
    if (quote !== undefined) values.age = { value: Number(age), quote, certain: true };
    return { values, demands: [] };
  });
});
afterEach(() => server.close());

/** Finds one value: the gender «woman». */
const rules: Extractor = {
  extract: async (text) => {
    const at = text.indexOf('woman');
    const found = {
      field: 'gender',
      value: 'woman',
      span: [at, at + 5],
      confidence: 1,
      origin: 'rules',
    } as const;
    return { values: at < 0 ? [] : [found], preferences: {}, preferenceSpans: {} };
  },
};

test('rules, model and both are scored over the same texts; what is not answered is missed', async () => {
  const gazetteer = await openGazetteer();
  const model = openModel({ url: server.url, model: 'scripted', apiKey: undefined });
  let unanswered = 0;
  const places = { resolvePlace: gazetteer.resolve, onUnavailable: () => unanswered++ };
  server.faults.push(chatFault(400, 'broken'));
  const right: Record<string, Tally> = {};
  for (const { name, extractor } of extractorsToEvaluate(dating, rules, model, places)) {
    const evaluations = await evaluate(dating, extractor, gazetteer, 8);
    right[name] = totalOf(evaluations.find(({ part }) => part === 'heldout')!.tallies);
  }
  expect(unanswered).toBe(1);
  expect(right.rules!.right).toBeGreaterThan(0);
  expect(right.llm!.right).toBeGreaterThan(0);
  // The text that was not answered before is answered now.
  expect(right.both!.right - right.rules!.right - right.llm!.right).toBeOneOf([0, 1]);
  expect(right.both!.right + right.both!.missed).toBe(right.rules!.right + right.rules!.missed);
});

test('without a model there are the rules', () => {
  const places = { resolvePlace: () => null, onUnavailable: () => {} };
  expect(extractorsToEvaluate(dating, rules, null, places).map(({ name }) => name)).toEqual(['rules']);
});

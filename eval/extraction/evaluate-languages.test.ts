import { expect, it } from 'vitest';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { evaluateLanguages } from './evaluate-languages.ts';
import { precisionOf, recallOf, type Tally, totalOf } from './score.ts';

it('reads German, French, Spanish, Portuguese and Italian', async () => {
  const encoder = await openTextEncoder('embedded');
  const evaluations = await evaluateLanguages(encoder, await openGazetteer());
  const byLanguage = Map.groupBy(evaluations, ({ language }) => language);
  expect([...byLanguage.keys()].sort()).toEqual(['de', 'es', 'fr', 'it', 'pt']);
  for (const [language, own] of byLanguage) {
    const all: Tally = { right: 0, wrong: 0, missed: 0 };
    for (const { tallies } of own) {
      const total = totalOf(tallies);
      for (const key of ['right', 'wrong', 'missed'] as const) all[key] += total[key];
    }
    expect(precisionOf(all), language).toBeGreaterThanOrEqual(0.96);
    expect(recallOf(all), language).toBeGreaterThanOrEqual(0.9);
  }
});

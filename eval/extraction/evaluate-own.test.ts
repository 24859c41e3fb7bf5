import { expect, it } from 'vitest';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { evaluateOwn, ownDomains, ownFolder } from './evaluate-own.ts';
import { precisionOf, recallOf, totalOf } from './score.ts';

it('domains of names, types and descriptions are read from the first text', async () => {
  const encoder = await openTextEncoder('embedded');
  const gazetteer = await openGazetteer();
  const figures: Record<string, boolean> = {};
  for (const name of ownDomains(ownFolder)) {
    const total = totalOf((await evaluateOwn(ownFolder, name, encoder, gazetteer)).tallies);
    figures[name] = precisionOf(total) >= 0.9 && recallOf(total) >= 0.8;
  }
  await encoder.close();
  expect(Object.values(figures)).toHaveLength(6);
  expect(figures).toEqual(Object.fromEntries(Object.keys(figures).map((name) => [name, true])));
});

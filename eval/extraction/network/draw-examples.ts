/**
 * Draws the texts whose claims ship as examples. Each field has some: a text with a claim of a rare field comes
 * before others.
 */

import type { ExampleFile } from '../../../src/people/reading/corrections/example-file.ts';
import { SeededRandom } from '../../../src/platform/numeric/seeded-random.ts';

type Texts = ExampleFile['texts'];

const SEED = 44;

export function drawExamples(texts: Texts, mostClaims: number): Texts {
  const counts = new Map<string, number>();
  for (const { examples } of texts)
    for (const effect of new Set(examples.map((example) => example.effect)))
      counts.set(effect, (counts.get(effect) ?? 0) + 1);
  const random = new SeededRandom(SEED);
  // A text that is the only one of a field comes first; the others come by chance.
  const ranked = texts
    .map((text) => {
      const rarest = Math.min(...text.examples.map(({ effect }) => counts.get(effect)!));
      return { text, rank: random.uniform() * Math.min(rarest, COMMON) };
    })
    .toSorted((a, b) => a.rank - b.rank);
  const drawn: Texts[number][] = [];
  let claims = 0;
  for (const { text } of ranked) {
    if (claims + text.examples.length > mostClaims) continue;
    claims += text.examples.length;
    drawn.push(text);
  }
  return drawn;
}

/** A field with as many texts is not rare. */
const COMMON = 40;

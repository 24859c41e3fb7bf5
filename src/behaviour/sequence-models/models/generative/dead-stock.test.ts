/** Items without events, of which most are never taken, beside one that is taken as soon as it comes. */
import { expect, it } from 'vitest';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { generativeRetriever } from './generative-retriever.ts';
import { fitContext, RING, ringProblem } from './testing/pattern-problem.ts';

const DEAD = 12;
const PEOPLE = 40;
const LAST = 2 * PEOPLE;

/** Half of the people end with item RING, which comes last; the items after it are dead. */
async function retrieverWithDeadStock(epochs: number) {
  const I = RING + 1 + DEAD;
  const train = historiesOfRows(
    I,
    Array.from({ length: PEOPLE }, (_, person) => {
      // Every third step leaves an item out or two.
      const step = (at: number) => at + Math.floor(at / 3) * (person % 3);
      const ring = Array.from({ length: 9 }, (__, at) => [(person * 5 + step(at)) % RING, at] as const);
      return [...ring, [person % 2 === 0 ? RING : (person * 5 + step(9)) % RING, LAST] as const];
    }),
  );
  const problem = ringProblem({ epochs });
  const codes = Uint16Array.from({ length: 2 * I }, (_, at) => (at % 2 === 0 ? (at / 2) % 4 : at % 3));
  const { files } = await generativeRetriever.fit(
    {
      ...problem,
      train,
      validation: null,
      catalogue: { itemIds: train.itemIds, textVectors: null, createdAtMs: null },
      codes: { ...problem.codes!, codes, suffixes: new Uint32Array(I) },
    },
    fitContext(),
  );
  return generativeRetriever.open(files, { threads: 1 });
}

it.each([1, 4])('dead stock takes few places of a model of %i epochs', async (epochs) => {
  const model = await retrieverWithDeadStock(epochs);
  let [places, dead, probability] = [0, 0, 0];
  for (let start = 0; start < RING; start++) {
    const history = Uint32Array.from([0, 1, 2], (step) => (start + step) % RING);
    const all = await model.generate!(history, { limit: 25, beam: 25 });
    for (const { item, score } of all) if (item > RING) probability += Math.exp(score);
    for (const { item } of all.slice(0, 6)) {
      places++;
      if (item > RING) dead++;
    }
  }
  await model.close();
  // They are 12 of 25 items.
  expect(dead / places).toBeLessThan(0.25);
  expect(probability / RING).toBeLessThan(0.1);
});

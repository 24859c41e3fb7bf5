/**
 * Cost of the blend in a prediction: processor time of a recommender in this thread with the blend and
 * without. For 100 candidates and for the best 20 of a catalogue of 12,000 items, with histories of 50. The
 * models are untrained; the links are as many as a model keeps at most, at random.
 *
 *   npm run bench -- blend [REQUESTS]
 */

import type { ModelFiles } from '../src/behaviour/sequence-models/models/architecture.ts';
import { readFiles, writeFiles } from '../src/behaviour/sequence-models/models/sequential/model-files.ts';
import { openRecommender } from '../src/behaviour/sequence-models/models/sequential/open-recommender.ts';
import { randomBlend } from './predict/random-blend.ts';
import { untrainedFiles } from './predict/seed-models.ts';
import { printTable } from './support/measure.ts';

const [ITEMS, HISTORY, CANDIDATES, LIMIT] = [12_000, 50, 100, 20];
const requests = Number(process.argv[2] ?? 300);
const { files } = await untrainedFiles(ITEMS);
const content = readFiles(files);
const blend = randomBlend(ITEMS);
const rows: string[][] = [];
for (const [name, own] of [
  ['network alone', null],
  ['blend', blend],
] as const)
  rows.push([name, ...(await measure(writeFiles({ ...content, blend: own })))]);
printTable(['ms of processor time', `${CANDIDATES} candidates`, `best ${LIMIT} of ${ITEMS}`], rows);

async function measure(model: ModelFiles): Promise<readonly string[]> {
  const opened = await openRecommender(model, { threads: 1 });
  const drawn = (count: number, by: number) =>
    Uint32Array.from({ length: count }, (_, at) => (at * by * 7919 + by) % ITEMS);
  const timed = async (call: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < 20; n++) await call(n);
    const before = process.cpuUsage();
    for (let n = 0; n < requests; n++) await call(n);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) / 1000 / requests).toFixed(3);
  };
  const some = await timed((n) =>
    opened.scoreCandidates!(drawn(HISTORY, n + 1), Uint32Array.from(new Set(drawn(CANDIDATES, n + 13)))),
  );
  const question = { among: null, excluded: new Set<number>(), boosts: [], limit: LIMIT };
  const all = await timed((n) => opened.scoreShortlist!(drawn(HISTORY, n + 1), question));
  await opened.close();
  return [some, all];
}

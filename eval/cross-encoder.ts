/**
 * Measures the trained cross encoder in simulated worlds. People with an age, a pet and a liking for noise
 * decide on each other, by their fields, desirability and selectivity. In worlds with moods, loud people
 * prefer their own pet and quiet people another, which no sum of terms expresses. Prints the held-out AUC of
 * the prior, and of the ranking model with and without its cross encoder. Also prints the calibration error
 * and the time of the fit.
 *
 *   npm run eval -- cross-encoder
 */
import { printTable } from '../bench/support/measure.ts';
import { areaUnderCurve } from '../src/matching/learn/evaluate/area-under-curve.ts';
import { expectedCalibrationError } from '../src/matching/learn/evaluate/calibration.ts';
import { fitRankingModel } from '../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../src/matching/learn/fit/score-pairs.ts';
import { meeting, twoSidedWorld } from '../src/matching/learn/fit/testing/two-sided-world.ts';
import { takePairs } from '../src/matching/learn/labelled-pairs.ts';
import { domainPrior } from '../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../src/matching/ranking/ranking-model.ts';

const worlds = [
  { moods: 0, people: 600, pairs: 2500 },
  { moods: 1.5, people: 600, pairs: 1300 },
  { moods: 1.5, people: 600, pairs: 2500 },
  { moods: 3, people: 600, pairs: 1300 },
  { moods: 1.5, people: 150, pairs: 2500 },
];
const once = Float64Array.of(1);

const rows: string[][] = [];
for (const world of worlds) {
  const { set } = twoSidedWorld({ ...world, seed: 1 });
  const all = Uint32Array.from(set.outcomes.seekers.keys());
  // The two directions of a pair are adjacent rows; every fifth pair is held out.
  const known = all.filter((n) => (n >> 1) % 5 !== 0);
  const unseen = all.filter((n) => (n >> 1) % 5 === 0);
  const base = domainPrior(meeting);
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const model = await fitRankingModel(set, { rows: known, base, version: 'tenant-meeting@1', seed: 1 });
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedMs) / 1000;
  const measured = async (model: RankingModel) => {
    const { labels, weights, ...pairs } = takePairs(set.outcomes, unseen);
    const scores = await scorePairs(model, set).score(pairs);
    const judged = { scores, labels, weights, clusters: new Uint32Array(labels.length) };
    return { auc: areaUnderCurve(judged)(once), ece: expectedCalibrationError(judged)(once) };
  };
  const [prior, without, whole] = [
    await measured(base),
    await measured({ ...model, crossEncoder: null }),
    await measured(model),
  ];
  rows.push([
    String(world.moods),
    String(world.people),
    String(known.length),
    prior.auc.toFixed(3),
    without.auc.toFixed(3),
    model.crossEncoder === null ? 'left out' : whole.auc.toFixed(3),
    whole.ece.toFixed(3),
    `${seconds.toFixed(0)} (${((user + system) / 1e6).toFixed(0)})`,
  ]);
}
printTable(
  ['moods', 'people', 'outcomes', 'prior', 'without it', 'with it', 'ECE', 'seconds (of a processor)'],
  rows,
);

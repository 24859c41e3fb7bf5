/**
 * Cost of a match with a trained ranking model, beside the prior. The same people, outcomes and seekers are
 * on two servers, which get interleaved blocks of POST /match, explained. The model is trained and deployed
 * by the service itself, on simulated decisions. The seekers are people that the model knows, which is the
 * dearer case.
 *
 *   npm run bench -- trained-head --rows 100000 [--data FOLDER] [--deciding 2000] [--outcomes 60000]
 *     [--matches 100] [--rounds 3] [--warm-up 200]
 *
 * `--data`: the folder of both sides' people (twice 1.8 GB a million). It is filled once and kept.
 */

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usualStages } from '../src/contract/match-stages.ts';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { medianOfRatios } from './compare/ratio-of-medians.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { type BothFolders, bothFolders, decidingPeople, type Side } from './trained-head/both-folders.ts';
import { type Block, measureBlocks, type Pair, strengths } from './trained-head/measure-blocks.ts';
import type { Strength } from './world/filter-strengths.ts';
import { runServer } from './world/running-server.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    deciding: { type: 'string', default: '2000' },
    outcomes: { type: 'string', default: '60000' },
    matches: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '200' },
  },
});
const PAIRS_A_ROUND = 3;
const STAGES = [...usualStages, 'select'];
const sides: readonly Side[] = ['prior', 'trained'];

const wanted = {
  rows: Number(flags.rows),
  deciding: Number(flags.deciding),
  outcomes: Number(flags.outcomes),
};
using folder = openBenchFolder(flags.data);
await compare(await bothFolders(folder.path, wanted));

async function compare({ key, model, ...folders }: BothFolders): Promise<void> {
  console.log(
    `the model has ${model.parts.join(', ')}; ${model.people} people, ${model.dimension} dimensions`,
  );
  const start = (side: Side) => runServer(folders[side], key, ['--job-workers', '0']);
  const pairs = await measureBlocks(start, {
    rounds: Number(flags.rounds),
    pairsARound: PAIRS_A_ROUND,
    matches: Number(flags.matches),
    warmUp: Number(flags['warm-up']),
    seekers: decidingPeople(wanted),
  });
  assertModels(pairs.get('weak')!, model.version);
  console.log(`${wanted.rows.toLocaleString('en')} people, load ${loadavg()[0]!.toFixed(1)}`);
  printTable(
    [
      'filter',
      'pass, median',
      'prior, p50 / p99 ms',
      'trained, p50 / p99 ms',
      'p50, times the prior (95 % interval)',
      'prior, processor ms a match',
      'trained, processor ms a match',
      'processor time, times the prior (95 % interval)',
    ],
    strengths.map((strength) => rowOf(strength, pairs.get(strength)!)),
  );
  printTable(
    ['filter', 'model', 'by stage, median ms'],
    strengths.flatMap((strength) => stagesOf(strength, pairs.get(strength)!)),
  );
}

/** Each side answered with its own model. */
function assertModels(pairs: readonly Pair[], version: string): void {
  for (const side of sides) {
    const used = pairs[0]![side].answers[0]!.result.models_used.light_ml!.version;
    if ((used === version) !== (side === 'trained')) throw new Error(`the ${side} side used ${used}`);
  }
}

function rowOf(strength: Strength, pairs: readonly Pair[]): readonly string[] {
  const passing = pairs.flatMap(({ prior }) =>
    prior.answers.map(({ result }) => result.pipeline_stats.after_sql_filter),
  );
  return [
    strength,
    quantile(passing, 0.5).toLocaleString('en'),
    ...sides.map((side) => {
      const taken = pairs.flatMap((pair) => timesOf(pair[side]));
      return `${quantile(taken, 0.5).toFixed(1)} / ${quantile(taken, 0.99).toFixed(1)}`;
    }),
    ratioOf(pairs, (block) => quantile(timesOf(block), 0.5)),
    ...sides.map((side) =>
      quantile(
        pairs.map((pair) => pair[side].processorMs),
        0.5,
      ).toFixed(1),
    ),
    ratioOf(pairs, ({ processorMs }) => processorMs),
  ];
}

function timesOf({ answers }: Block): readonly number[] {
  return answers.map(({ ms }) => ms);
}

function ratioOf(pairs: readonly Pair[], figure: (block: Block) => number): string {
  const { ratio, interval } = medianOfRatios(
    pairs.map(({ prior, trained }) => figure(trained) / figure(prior)),
  );
  const [low, high] = interval!;
  return `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function stagesOf(strength: Strength, pairs: readonly Pair[]): readonly (readonly string[])[] {
  return sides.map((side) => {
    const answers = pairs.flatMap((pair) => pair[side].answers);
    const stages = STAGES.map((stage) => {
      const times = answers.map(({ result }) => result.timings_ms?.[stage] ?? 0);
      return `${stage} ${quantile(times, 0.5).toFixed(1)}`;
    });
    return [strength, side, stages.join(', ')];
  });
}

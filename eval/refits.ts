/**
 * Refits over the life of a dataset: a folder of sequences is cut into parts by time, with equally many
 * events each. A model is fitted on the first part. After each later part it is refitted through the gate of
 * a refit, as its alias would be, and a model is fitted from nothing. Both, and the first model as it was,
 * are compared on the next part with all items ranked, beside popularity. Prints the processor time of a
 * refit and of a fit from nothing.
 *
 *   npm run eval -- refits FOLDER [--cuts 10] [--people N] [--settings '{…}'] [--draws 300] [--seed 1]
 *     [--threads 1] [--protocol time|leave_one_out] [--json]
 *
 * Where a folder has no times, all people go through their histories at an even pace at the same time.
 * `--people`: the events of so many people, drawn by the seed. Formats of a folder:
 * `sequential/dataset-lines-of.ts`.
 */
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import type { Measure } from '../src/behaviour/sequence-models/evaluation/bootstrap-means.ts';
import { collectHistories } from '../src/behaviour/sequence-models/histories/collect-histories.ts';
import { SelectionProtocol } from '../src/contract/selection-protocol.ts';
import { atEvenPace, momentsOf } from './refits/cut-by-time.ts';
import { runVersions, type VersionReport } from './refits/run-versions.ts';
import { catalogueOf } from './sequential/catalogue-of.ts';
import { datasetLinesOf } from './sequential/dataset-lines-of.ts';
import { withImported } from './sequential/import-folder.ts';
import { somePeople } from './sequential/some-people.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cuts: { type: 'string', default: '10' },
    people: { type: 'string' },
    settings: { type: 'string', default: '{}' },
    draws: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    protocol: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const cuts = Number(flags.cuts);
const asked = SelectionProtocol.optional().safeParse(flags.protocol);
if (folder === undefined || !(cuts >= 3) || !asked.success) {
  console.error(
    'Usage: npm run eval -- refits FOLDER [--cuts 10] [--people N] [--protocol time|leave_one_out] [--json]',
  );
  process.exit(2);
}

const [seed, threads] = [Number(flags.seed), Number(flags.threads)];
const { lines: whole, timesAreReal, features } = datasetLinesOf(folder);
const lines = flags.people === undefined ? whole : somePeople(whole, Number(flags.people), seed);
const versions = await withImported({ lines, features }, async (snapshot) => {
  const collected = await collectHistories(snapshot);
  const histories = timesAreReal ? collected : atEvenPace(collected, cuts);
  const { personIds, items, itemIds } = histories;
  console.log(
    `${personIds.length} people, ${itemIds.length} items, ${items.length} events, ${cuts} parts ` +
      `${timesAreReal ? 'by the time of the events' : 'of each history: the times of events are not known'}.`,
  );
  const problem = {
    histories,
    catalogue: await catalogueOf(snapshot),
    settings: JSON.parse(flags.settings),
    seed,
    threads,
    draws: Number(flags.draws),
    ...(asked.data !== undefined && { protocol: asked.data }),
  };
  const reports: VersionReport[] = [];
  for await (const report of runVersions(problem, momentsOf(histories, cuts))) {
    reports.push(report);
    const { refit, fromNothing } = report.seconds;
    const found = report.report.rankers.map(({ name, ndcg }) => `${name} ${plain(ndcg['10'])}`);
    console.error(
      `${report.known} parts known: refit ${refit.toFixed(0)} s, from nothing ${fromNothing.toFixed(0)} s; N@10 ${found.join(', ')}; ${report.verdict.reason}`,
    );
  }
  return reports;
});
if (flags.json) console.log(JSON.stringify(versions, null, 2));
else print(versions);

function print(reports: readonly VersionReport[]): void {
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const names = reports[0]?.report.rankers.map(({ name }) => name) ?? [];
  console.log('\nThe next part; R@10 / N@10 on the first event of each person known before');
  printTable(
    ['parts known', 'people in it', 'known before', 'events of new people', 'targets unseen', ...names],
    reports.map(({ known, next, report: { protocol, rankers } }) => [
      known,
      next.people,
      next.knownPeople,
      percent(next.eventsOfNewPeople),
      percent(protocol.targets_unseen),
      ...rankers.map(({ recall, ndcg }) => `${plain(recall['10'])} / ${plain(ndcg['10'])}`),
    ]),
  );
  console.log('\nProcessor seconds, and what the gate of each refit decided');
  printTable(
    ['parts known', 'refit', 'from nothing', 'alias', 'why'],
    reports.map(({ known, seconds, verdict }) => [
      known,
      seconds.refit.toFixed(0),
      seconds.fromNothing.toFixed(0),
      verdict.deploy ? 'moves' : 'stays',
      verdict.reason,
    ]),
  );
  const means = names.map((_, which) =>
    mean(reports.map(({ report }) => ndcgOf(report.rankers[which]!.ndcg['10']))),
  );
  console.log(
    `\nMean N@10: ${names.map((name, which) => `${name} ${means[which]!.toFixed(4)}`).join(', ')}. ` +
      `Processor seconds: refits ${mean(reports.map(({ seconds }) => seconds.refit)).toFixed(0)}, ` +
      `from nothing ${mean(reports.map(({ seconds }) => seconds.fromNothing)).toFixed(0)} on average.`,
  );
}

function ndcgOf(measure: Measure | undefined): number {
  return measure?.value ?? 0;
}

function plain(measure: Measure | undefined): string {
  return measure?.value?.toFixed(4) ?? '–';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/**
 * Cost of fair exposure in a match. The same requests run without it, with the column of prices, and with the
 * floor of newcomers besides. The variants run one after the other in changing order, in one process. First
 * without a price, then at the prices that many answers make.
 *
 *   npm run bench -- exposure --rows 100000 [--data FOLDER] [--matches 300]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { tenantId } from '../src/contract/brands.ts';
import { FairExposure } from '../src/contract/fair-exposure.ts';
import { MatchRequest } from '../src/contract/match.ts';
import type { MatchService } from '../src/matching/match/match-service.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { mean, median, quantile } from '../src/platform/numeric/statistics.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable } from './support/measure.ts';
import { filters, type Strength } from './world/filter-strengths.ts';
import { worldUserId } from './world/generate-people.ts';
import { openBenchIndexes, openBenchIntake, openBenchMatching } from './world/open-service.ts';
import { type WorldFolder, worldFolder } from './world/world-folder.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    data: { type: 'string' },
    matches: { type: 'string', default: '300' },
  },
});
const ROWS = Number(flags.rows);
const MATCHES = Number(flags.matches);
const WARM_UP = 60;
const ANSWERS = 1000;
const MOVES = 50;
/** Each request is measured so often; the least time counts, as other work on the machine only adds to it. */
const ROUNDS = 3;
const SEED = 11;
const RESAMPLES = 1000;
const HOUR_MS = 3_600_000;
const strengths: readonly Strength[] = ['weak', 'strict'];

const column = FairExposure.parse({ capacity: 0.5, hard_cap: null, newcomers: null });
const variants = {
  off: null,
  column,
  'column and floor': { ...column, newcomers: { days: 14, min_share: 0.1 } },
} as const satisfies Readonly<Record<string, FairExposure | null>>;
type Variant = keyof typeof variants;
const names = Object.keys(variants) as Variant[];
type Services = Readonly<Record<Variant, MatchService>>;

const none: Taken = { wallMs: Number.POSITIVE_INFINITY, processorMs: Number.POSITIVE_INFINITY };

using folder = openBenchFolder(flags.data);
await measure(await worldFolder(folder.path, ROWS));

async function measure({ data, tenant }: WorldFolder): Promise<void> {
  const intake = await openBenchIntake(data);
  const indexes = openBenchIndexes(intake, { maxWaitRows: Number.POSITIVE_INFINITY, followEveryMs: 0 });
  const { store, accounts } = intake;
  const scope = { tenantId: tenantId(tenant), domain: 'dating' };
  const serviceOf = (fairExposure: FairExposure | null) =>
    openBenchMatching(intake, indexes, {
      domainFor: async (tenant, domain) => ({ ...(await accounts.domainFor(tenant, domain)), fairExposure }),
      remember: (shown) => store.learning.recordShown(shown),
    });
  const services: Services = {
    off: serviceOf(variants.off),
    column: serviceOf(variants.column),
    'column and floor': serviceOf(variants['column and floor']),
  };
  const match = (variant: Variant, strength: Strength, n: number, record = false) =>
    services[variant].match(scope.tenantId, MatchRequest.parse({ ...requestOf(strength, n), record }));
  try {
    while (await store.exposure.forget(scope));
    for (let n = 0; n < WARM_UP; n++) for (const one of names) await match(one, 'weak', n);
    await compare('no candidate has a price', match);
    for (let n = 0; n < ANSWERS; n++) await match('column', 'weak', MATCHES + n, true);
    const nowMs = Date.now();
    while ((await store.exposure.addLikes(scope, column, nowMs, 1000)) > 0);
    for (let n = 0; n < MOVES; n++)
      await store.exposure.movePrices(scope, column, {
        nowMs,
        everyMs: HOUR_MS,
        after: null,
        limit: 1_000_000,
      });
    const { priced, capped, highestPrice } = await store.exposure.summary(scope);
    const shown = `${priced} candidates have a price, at most ${highestPrice.toFixed(1)}; ${capped} are capped`;
    await compare(shown, match);
  } finally {
    while (await store.exposure.forget(scope));
    await indexes.close();
    await intake.close();
  }
}

type Match = (variant: Variant, strength: Strength, n: number) => Promise<unknown>;

async function compare(title: string, match: Match): Promise<void> {
  const lines: string[][] = [];
  for (const strength of strengths) {
    const taken: Record<Variant, number[]> = { off: [], column: [], 'column and floor': [] };
    const wall: Record<Variant, number[]> = { off: [], column: [], 'column and floor': [] };
    for (let n = 0; n < MATCHES; n++) {
      const least: Record<Variant, Taken> = { off: none, column: none, 'column and floor': none };
      for (let round = 0; round < ROUNDS; round++) {
        for (const at of new SeededRandom(SEED + n + round).shuffle([...names.keys()])) {
          const variant = names[at]!;
          const [before, began] = [process.cpuUsage(), performance.now()];
          await match(variant, strength, n);
          const { user, system } = process.cpuUsage(before);
          least[variant] = lesser(least[variant], {
            wallMs: performance.now() - began,
            processorMs: (user + system) / 1000,
          });
        }
      }
      for (const variant of names) {
        wall[variant].push(least[variant].wallMs);
        taken[variant].push(least[variant].processorMs);
      }
    }
    for (const variant of names)
      lines.push([
        strength,
        variant,
        quantile(wall[variant], 0.5).toFixed(2),
        quantile(taken[variant], 0.5).toFixed(2),
        mean(taken[variant]).toFixed(2),
        ...(variant === 'off' ? ['', ''] : costOf(taken[variant], taken.off)),
      ]);
  }
  console.log(
    `\n${ROWS} people, ${MATCHES} matches, each the least of ${ROUNDS}, load ${loadavg()[0]!.toFixed(1)}; ${title}`,
  );
  printTable(
    [
      'filter',
      'fair exposure',
      'p50 ms',
      'processor ms, median',
      'mean',
      'cost a request, median',
      '95 % interval',
    ],
    lines,
  );
}

interface Taken {
  readonly wallMs: number;
  readonly processorMs: number;
}

function lesser(one: Taken, other: Taken): Taken {
  return {
    wallMs: Math.min(one.wallMs, other.wallMs),
    processorMs: Math.min(one.processorMs, other.processorMs),
  };
}

/** The extra time of a variant: the median over the requests, with an interval by resampling the requests. */
function costOf(ones: readonly number[], others: readonly number[]): readonly string[] {
  const random = new SeededRandom(SEED);
  const ratios = ones.map((taken, n) => taken / others[n]! - 1);
  const drawn = Array.from({ length: RESAMPLES }, () => median(ratios.map(() => random.pick(ratios))));
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    percent(median(ratios)),
    `${percent(quantile(drawn, 0.025))} to ${percent(quantile(drawn, 0.975))}`,
  ];
}

function requestOf(strength: Strength, n: number) {
  return {
    user_id: worldUserId(new SeededRandom(SEED + n).below(ROWS)),
    ...{ domain: 'dating', limit: 10, filters: filters[strength] },
  };
}

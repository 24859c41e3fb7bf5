/**
 * Where nobody ever refuses, whether a head is worth having is told by lists: everybody whom a seeker could choose,
 * ranked, and how high the held-out choices stand. Held against whoever is chosen most (of late), and against nearest
 * neighbours by common choices, which in such data is hard to beat; where the head loses, that is said first.
 *
 * Every held-out seeker counts once; intervals by the cluster bootstrap, differences on the same draws. Long catalogues
 * are sampled evenly, by one sample for all, beside the choices that are to be found; lists are short to match.
 */
import { bootstrap, difference, type Interval, type Statistic } from './cluster-bootstrap.ts';
import type { JudgedPairs, PairList, PairScorer } from './judged-pairs.ts';
import { neighbourScorer } from './neighbour-scorer.ts';
import { popularityScorer, recentPopularityScorer } from './popularity-scorers.ts';
import { randomNumbers, shuffle } from './random-numbers.ts';
import { hitRateAt, ndcgAt } from './slates.ts';

const CUT = 10;
const MOST_SEEKERS = 300;
const MOST_CANDIDATES = 2000;

/** A value with its 95 % interval. */
type Figure = Pick<Interval, 'value' | 'low' | 'high'>;

export interface RankedBaseline {
  /** `popularity`, `recent popularity`, `neighbours`. */
  readonly name: string;
  readonly ndcg: Figure;
  readonly hit_rate: Figure;
  /** What the head's nDCG gains over it; above 0 is better. */
  readonly head_gains: Figure;
}

export interface BaselineComparison {
  /** "loses to neighbours by 0.014 (0.006 to 0.022)", "beats popularity by …", "cannot be told from …". */
  readonly verdict: string;
  /** How many places of a list count. */
  readonly cut: number;
  readonly seekers: number;
  /** Held-out choices that were to be found. */
  readonly choices: number;
  /** How many people a list ranks, on average. */
  readonly candidates: number;
  readonly head: { readonly ndcg: Figure; readonly hit_rate: Figure };
  readonly baselines: readonly RankedBaseline[];
}

export interface ChoicesToRank {
  readonly head: PairScorer;
  /** What the head learned from. */
  readonly train: JudgedPairs;
  readonly heldOut: JudgedPairs;
  readonly seed?: number;
  readonly draws?: number;
}

/** null where somebody was refused (other measures say more), or no list can be made. */
export async function compareWithBaselines(given: ChoicesToRank): Promise<BaselineComparison | null> {
  const { head, train, heldOut, seed = 1, draws = 1000 } = given;
  if (train.labels.includes(0) || heldOut.labels.includes(0)) return null;
  const lists = listsOf(train, heldOut, seed);
  if (lists.clusters.length === 0) return null;
  const baselines = [popularityScorer(train), recentPopularityScorer(train), neighbourScorer(train)];
  const measured: { ndcg: Statistic; hitRate: Statistic }[] = [];
  for (const scorer of [head, ...baselines]) {
    const slates = { ...lists, scores: await scorer.score(lists) };
    measured.push({ ndcg: ndcgAt(CUT, slates), hitRate: hitRateAt(CUT, slates) });
  }
  const statistics = measured.flatMap(({ ndcg, hitRate }) => [
    ndcg,
    hitRate,
    difference(measured[0]!.ndcg, ndcg),
  ]);
  const found = bootstrap(statistics, { clusters: lists.clusters.length, draws, seed }).map(figureOf);
  const row = (n: number) => ({ ndcg: found[3 * n]!, hit_rate: found[3 * n + 1]! });
  const compared = baselines.map(({ name }, n) => ({
    name,
    ...row(n + 1),
    head_gains: found[3 * (n + 1) + 2]!,
  }));
  return {
    verdict: verdictOf(compared),
    cut: CUT,
    seekers: lists.clusters.length,
    choices: lists.gains.reduce((sum, gain) => sum + gain, 0),
    candidates: Math.round(lists.candidates.length / lists.clusters.length),
    head: row(0),
    baselines: compared,
  };
}

/** Of the strongest baseline: if the head is proven worse than any, of the one to which it loses most. */
function verdictOf(baselines: readonly RankedBaseline[]): string {
  const { name, head_gains: gain } = baselines.reduce((worst, one) =>
    one.head_gains.value < worst.head_gains.value ? one : worst,
  );
  const [from, to] = gain.value < 0 ? [-gain.high, -gain.low] : [gain.low, gain.high];
  const by = `${Math.abs(gain.value).toFixed(3)} nDCG@${CUT} (95 % interval ${from.toFixed(3)} to ${to.toFixed(3)})`;
  if (gain.high < 0) return `loses to ${name} by ${by}`;
  if (gain.low > 0) return `beats ${name}, the strongest of ${baselines.length} baselines, by ${by}`;
  return `cannot be told from ${name}, the strongest of ${baselines.length} baselines: it is ${gain.value < 0 ? 'below' : 'above'} by ${by}`;
}

interface Lists extends PairList {
  /** 1 for what was chosen [N]. */
  readonly gains: Float64Array;
  readonly starts: Uint32Array;
  /** One list a seeker. */
  readonly clusters: Uint32Array;
}

/** Nobody whom the seeker is known to have chosen, and not the seeker, is ranked. */
function listsOf(train: JudgedPairs, heldOut: JudgedPairs, seed: number): Lists {
  const random = randomNumbers(seed);
  const pool = shuffle(Uint32Array.from(new Set([...train.candidates, ...heldOut.candidates])), random);
  const drawn = pool.slice(0, MOST_CANDIDATES);
  const toFind = choicesOf(heldOut);
  const known = choicesOf(train);
  const rows: { seeker: number; candidate: number; gain: number }[] = [];
  const starts = [0];
  for (const seeker of shuffle(Uint32Array.from(toFind.keys()), random).slice(0, MOST_SEEKERS)) {
    const [found, closed] = [toFind.get(seeker)!, known.get(seeker)];
    for (const candidate of new Set([...found, ...drawn]))
      if (candidate !== seeker && !closed?.has(candidate))
        rows.push({ seeker, candidate, gain: Number(found.has(candidate)) });
    starts.push(rows.length);
  }
  return {
    people: heldOut.people,
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    gains: Float64Array.from(rows, ({ gain }) => gain),
    starts: Uint32Array.from(starts),
    clusters: Uint32Array.from(starts.slice(1).keys()),
  };
}

function choicesOf({ seekers, candidates }: JudgedPairs): ReadonlyMap<number, ReadonlySet<number>> {
  const rows = Map.groupBy(seekers.keys(), (row) => seekers[row]!);
  return new Map(Array.from(rows, ([seeker, own]) => [seeker, new Set(own.map((row) => candidates[row]!))]));
}

function figureOf({ value, low, high }: Interval): Figure {
  return { value, low, high };
}

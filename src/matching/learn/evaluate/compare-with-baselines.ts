/**
 * Compares a ranking model with baselines on full rankings, for domains that record choices and no refusals.
 * Each held-out seeker gets a ranked list of all candidates, and the metrics measure how high the held-out
 * choices stand. Baselines are popularity, recent popularity, and nearest neighbours by common choices, which
 * are hard to beat on such data. If the model loses to a baseline, the report says so first.
 *
 * Every held-out seeker counts once. Intervals use the cluster bootstrap, and differences the same draws.
 * Candidates are never sampled, because metrics over a sample can order scorers wrongly (Krichene and Rendle
 * 2020). If all lists are too many, seekers are sampled.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs, PairScorer } from '../labelled-pairs.ts';
import { bootstrap, difference, type Interval } from './cluster-bootstrap.ts';
import { meanByCluster } from './mean-by-cluster.ts';
import { neighbourScorer } from './neighbour-scorer.ts';
import { popularityScorer, recentPopularityScorer } from './popularity-scorers.ts';
import { slateHitRate, slateNdcg } from './slates.ts';

/** Length of the top of a list that the metrics read. */
const CUT = 50;
/** Maximum pairs a scorer; a ranking model takes about 5 µs a pair. */
const MOST_PAIRS = 8_000_000;

/** A value with its 95 % interval. */
type Figure = Pick<Interval, 'value' | 'low' | 'high'>;

interface RankedBaseline {
  /** `popularity`, `recent popularity`, `neighbours`. */
  readonly name: string;
  readonly ndcg: Figure;
  readonly hit_rate: Figure;
  /** Gain of the ranking model's nDCG over the baseline; above 0 is better. */
  readonly head_gains: Figure;
}

export interface BaselineComparison {
  /** "loses to neighbours by 0.014 (0.006 to 0.022)", "beats popularity by …", "cannot be told from …". */
  readonly verdict: string;
  /** Length of the top of a list that the metrics read. */
  readonly cut: number;
  readonly seekers: number;
  /** Number of held-out choices. */
  readonly choices: number;
  /** Candidates in a list, before the seeker's known choices are removed. */
  readonly candidates: number;
  readonly head: { readonly ndcg: Figure; readonly hit_rate: Figure };
  readonly baselines: readonly RankedBaseline[];
}

export interface ChoicesToRank {
  /** The ranking model under evaluation. */
  readonly model: PairScorer;
  /** Outcomes that the model was trained on. */
  readonly train: LabelledPairs;
  readonly heldOut: LabelledPairs;
  readonly seed?: number;
  readonly draws?: number;
}

/** null where a refusal exists (other metrics apply), or where no list can be made. */
export async function compareWithBaselines(choices: ChoicesToRank): Promise<BaselineComparison | null> {
  const { model, train, heldOut, seed = 1, draws = 1000 } = choices;
  if (train.labels.includes(0) || heldOut.labels.includes(0)) return null;
  const lists = listsToRank(train, heldOut, seed);
  if (lists.seekers.length === 0) return null;
  const baselines = [popularityScorer(train), recentPopularityScorer(train), neighbourScorer(train)];
  const measured: Awaited<ReturnType<typeof measureLists>>[] = [];
  for (const scorer of [model, ...baselines]) measured.push(await measureLists(scorer, lists));
  const statistics = measured.flatMap(({ ndcg, hitRate }) => [
    ndcg,
    hitRate,
    difference(measured[0]!.ndcg, ndcg),
  ]);
  const found = bootstrap(statistics, { clusters: lists.seekers.length, draws, seed }).map(figureOf);
  const row = (n: number) => ({ ndcg: found[3 * n]!, hit_rate: found[3 * n + 1]! });
  const compared = baselines.map(({ name }, n) => ({
    name,
    ...row(n + 1),
    head_gains: found[3 * (n + 1) + 2]!,
  }));
  return {
    verdict: verdictOf(compared),
    cut: CUT,
    seekers: lists.seekers.length,
    choices: lists.seekers.reduce((sum, seeker) => sum + lists.toFind.get(seeker)!.size, 0),
    candidates: lists.pool.length,
    head: row(0),
    baselines: compared,
  };
}

/**
 * Compares with the strongest baseline. If the model is significantly worse than any, with the one of the
 * largest loss.
 */
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

/** Candidates by seeker. */
type Choices = ReadonlyMap<number, ReadonlySet<number>>;

interface Lists {
  readonly people: readonly string[];
  /** Seekers with one list each. */
  readonly seekers: Uint32Array;
  readonly pool: Uint32Array;
  readonly toFind: Choices;
  /** Known choices of each seeker, which are not ranked again. */
  readonly known: Choices;
}

function listsToRank(train: LabelledPairs, heldOut: LabelledPairs, seed: number): Lists {
  const pool = Uint32Array.from(new Set([...train.candidates, ...heldOut.candidates])).sort();
  const toFind = choicesOf(heldOut);
  const most = Math.ceil(MOST_PAIRS / Math.max(1, pool.length));
  const seekers = new SeededRandom(seed).shuffle(Uint32Array.from(toFind.keys()).sort()).slice(0, most);
  return { people: heldOut.people, seekers, pool, toFind, known: choicesOf(train) };
}

/** Means over the lists. */
async function measureLists(scorer: PairScorer, { people, seekers, pool, toFind, known }: Lists) {
  const [ndcg, hits] = [new Float64Array(seekers.length), new Float64Array(seekers.length)];
  for (const [n, seeker] of seekers.entries()) {
    const [found, closed] = [toFind.get(seeker)!, known.get(seeker)];
    const candidates = pool.filter((candidate) => candidate !== seeker && !closed?.has(candidate));
    const column = new Uint32Array(candidates.length).fill(seeker);
    const scores = await scorer.score({ people, seekers: column, candidates });
    const gains = Float64Array.from(candidates, (candidate) => Number(found.has(candidate)));
    ndcg[n] = slateNdcg(scores, gains, CUT);
    hits[n] = slateHitRate(scores, gains, CUT);
  }
  const mean = (values: Float64Array) =>
    meanByCluster(values, new Float64Array(values.length).fill(1), Uint32Array.from(seekers.keys()));
  return { ndcg: mean(ndcg), hitRate: mean(hits) };
}

function choicesOf({ seekers, candidates }: LabelledPairs): Choices {
  const rows = Map.groupBy(seekers.keys(), (row) => seekers[row]!);
  return new Map(Array.from(rows, ([seeker, own]) => [seeker, new Set(own.map((row) => candidates[row]!))]));
}

function figureOf({ value, low, high }: Interval): Figure {
  return { value, low, high };
}

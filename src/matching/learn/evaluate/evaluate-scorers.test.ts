import { beforeAll, describe, expect, it } from 'vitest';
import { DomainDefinition } from '../../../domains/definition.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { splitByTime } from '../fit/split-by-time.ts';
import { type LabelledPairs, type PairScorer, takePairs } from '../labelled-pairs.ts';
import { evaluateScorers } from './evaluate-scorers.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import { popularityScorer, randomScorer, recentPopularityScorer } from './popularity-scorers.ts';
import { renderReport } from './render-report.ts';

const PEOPLE = 60;
const definition = DomainDefinition.parse({
  domain: 'pairs',
  version: 1,
  title: 'Pairs',
  reciprocal: 'product',
  fields: [{ name: 'team', kind: 'hard', type: 'enum', values: ['red', 'blue'] }],
  scorecard: {},
});

/** Each person decides on half of the others. `oracle` knows the preference of each for each. */
function world() {
  const random = new SeededRandom(11);
  const liking = Float64Array.from({ length: PEOPLE * PEOPLE }, () => 1.5 * random.normal());
  const appeal = Float64Array.from({ length: PEOPLE }, () => random.normal());
  const logOdds = (a: number, b: number) => liking[a * PEOPLE + b]! + appeal[b]! - 0.5;
  const rows = Array.from(
    { length: PEOPLE * PEOPLE },
    (_, n) => [n % PEOPLE, Math.floor(n / PEOPLE)] as const,
  ).filter(([a, b]) => a !== b && (a + b) % 2 === 0);
  const pairs: LabelledPairs = {
    people: Array.from({ length: PEOPLE }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ([seeker]) => seeker),
    candidates: Uint32Array.from(rows, ([, candidate]) => candidate),
    labels: Uint8Array.from(rows, ([a, b]) => Number(random.uniform() < sigmoid(logOdds(a, b)))),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => n * 86_400_000),
  };
  const oracle: PairScorer = {
    name: 'oracle',
    score: async ({ seekers, candidates }) =>
      Float64Array.from(seekers, (seeker, n) => sigmoid(logOdds(seeker, candidates[n]!))),
  };
  return { pairs, oracle };
}

describe('an evaluation', () => {
  let report: EvaluationReport;

  beforeAll(async () => {
    const { pairs, oracle } = world();
    const split = splitByTime(pairs, { seekerShare: 0.3, timeShare: 0.2 });
    const train = takePairs(pairs, split.train);
    report = await evaluateScorers({
      definition,
      aggregation: 'product',
      heldOut: takePairs(pairs, split.heldOut),
      newSeeker: split.newSeeker,
      trainedOn: split.train.length,
      scorers: [oracle, popularityScorer(train), recentPopularityScorer(train), randomScorer(train)],
      readField: (person) => (person % 3 === 0 ? 'red' : 'blue'),
      draws: 200,
    });
  });

  it('ranks the best-informed scorer first in every metric, each within its interval', () => {
    const [oracle, popular, , random] = report.scorers;
    for (const measure of ['auc', 'ndcg'] as const) {
      expect(oracle![measure].value!).toBeGreaterThan(popular![measure].value!);
      expect(popular![measure].value!).toBeGreaterThan(random![measure].value!);
      expect(oracle![measure].low!).toBeLessThan(oracle![measure].value!);
      expect(oracle![measure].high!).toBeGreaterThan(oracle![measure].value!);
    }
    expect(random!.auc.value).toBe(0.5);
    expect(oracle!.log_loss.value!).toBeLessThan(popular!.log_loss.value!);
    expect(oracle!.ece.value!).toBeLessThan(0.06);
  });

  it('evaluates mutual outcomes by the aggregate of both directions', () => {
    const [oracle, , , random] = report.scorers;
    expect(report.held_out.mutual_pairs).toBe(report.held_out.outcomes / 2);
    expect(oracle!.mutual!.auc.value!).toBeGreaterThan(0.7);
    expect(random!.mutual!.auc.value).toBe(0.5);
  });

  it('has a line a segment, with the outcomes of each adding up', () => {
    const outcomes = (name: string) => report.segments.find(({ segment }) => segment === name)!.outcomes;
    expect(outcomes('team = red') + outcomes('team = blue')).toBe(report.held_out.outcomes);
    expect(outcomes('known seekers') + outcomes('new seekers')).toBe(report.held_out.outcomes);
  });

  it('tells popularity from chance by exposure', () => {
    const [, popular, , random] = report.scorers;
    expect(random!.exposure!.gini).toBeLessThan(0.1);
    expect(random!.exposure!.coverage).toBe(1);
    expect(popular!.exposure!.gini).toBeGreaterThan(random!.exposure!.gini + 0.3);
  });

  it('reads as text: every scorer with its interval, and the tables of a person', () => {
    const text = renderReport(report);
    const { value, low, high } = report.scorers[0]!.auc;
    expect(text).toContain(
      `oracle             ${value!.toFixed(3)} (${low!.toFixed(3)} to ${high!.toFixed(3)})`,
    );
    for (const line of [
      'Who chooses whom',
      'Both choose each other',
      'Reliability of oracle',
      'AUC by segment',
      'Gini',
    ])
      expect(text).toContain(line);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('reports undefined metrics as such', async () => {
    const { pairs, oracle } = world();
    const one = takePairs(pairs, Uint32Array.of(0));
    const little = await evaluateScorers({
      definition,
      aggregation: 'off',
      heldOut: one,
      newSeeker: Uint8Array.of(0),
      trainedOn: 0,
      scorers: [oracle],
      readField: () => undefined,
      draws: 10,
    });
    expect(little.scorers[0]).toMatchObject({ auc: { value: null, low: null, high: null }, mutual: null });
    expect(renderReport(little)).toContain('not known');
  });
});

/** Simulated sports partners, who decide by rules that their domain does not declare. */
import { tenantId } from '../../../../../contract/brands.ts';
import { DomainDefinition } from '../../../../../domains/definition.ts';
import { sigmoid } from '../../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../../platform/numeric/seeded-random.ts';
import { plainRow } from '../../../../../platform/storage/testing/plain-row.ts';
import { domainPrior } from '../../../../ranking/models/model-catalog.ts';
import { nothingShown } from '../../../set/testing/nothing-shown.ts';
import type { TrainingSet } from '../../../training-set.ts';
import { fitRankingModel } from '../../fit-ranking-model.ts';
import { tripletsOf } from '../../testing/two-sided-world.ts';

/** Nothing is declared but fields. */
export const sports = DomainDefinition.parse({
  domain: 'sports',
  version: 1,
  title: 'Sports partners',
  reciprocal: 'product',
  candidates: 'any',
  fields: [
    { name: 'level', kind: 'hard', type: 'integer' },
    { name: 'sport', kind: 'hard', type: 'enum', values: ['tennis', 'chess', 'running'] },
    { name: 'car', kind: 'hard', type: 'boolean' },
    { name: 'noise', kind: 'hard', type: 'number' },
    { name: 'colour', kind: 'hard', type: 'enum', values: ['red', 'green', 'blue'] },
  ],
  scorecard: { intercept: 0, terms: [] },
});

/**
 * People choose others a little better than they are, and tennis players choose runners. Noise and colour do
 * not matter. `strength`: strength of these rules. `bySide`: people with a car choose noise, others choose
 * quiet.
 */
export function sportsWorld(seed: number, strength: number, bySide = 0): TrainingSet {
  const random = new SeededRandom(seed);
  const people = 150;
  const values = Array.from({ length: people }, () => ({
    level: random.below(10),
    sport: random.pick(['tennis', 'chess', 'running']),
    car: random.uniform() < 0.5,
    noise: random.uniform(),
    colour: random.pick(['red', 'green', 'blue']),
  }));
  const popular = Float64Array.from(values, () => 0.8 * random.normal());
  const rows = Array.from({ length: 1900 }, () => {
    const [a, b] = [random.below(people), random.below(people)];
    const better = values[b]!.level - values[a]!.level;
    const suits = values[a]!.sport === 'tennis' && values[b]!.sport === 'running';
    const rules = (better > 0 && better < 5 ? 1 : -1) + (suits ? 2 : 0);
    const noisy = (values[a]!.car ? 1 : -1) * (values[b]!.noise - values[a]!.noise);
    const logOdds = strength * rules + bySide * noisy + popular[b]!;
    return { a, b, yes: Number(random.uniform() < sigmoid(logOdds)) };
  }).filter(({ a, b }) => a !== b);
  const at = new Date(0).toISOString();
  const tenant = tenantId('ten_sports');
  const outcomes = {
    people: values.map((_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ a }) => a),
    candidates: Uint32Array.from(rows, ({ b }) => b),
    labels: Uint8Array.from(rows, ({ yes }) => yes),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => n * 60_000),
  };
  return {
    tier: 'tenant',
    tenants: [tenant],
    definition: sports,
    encoderId: 'none@1',
    frozenAtMs: rows.length * 60_000,
    people: values.map((own, n) => ({
      tenantId: tenant,
      userId: `p${n}`,
      row: plainRow(tenant, sports, `p${n}`, own, at),
      profileVector: null,
    })),
    outcomes,
    outcomeLabels: new Uint16Array(rows.length),
    labelNames: ['accepted'],
    triplets: tripletsOf(outcomes),
    shown: nothingShown(outcomes.people),
  };
}

export const train = (set: TrainingSet) =>
  fitRankingModel(set, {
    rows: Uint32Array.from(set.outcomes.labels.keys()),
    base: domainPrior(sports),
    version: 'tenant-sports@1',
    seed: 1,
  });

/**
 * Does the general tier carry from some domains to another? Its multipliers are fitted on simulated decisions
 * between the sample people of the shipped domains. They are judged in a domain that the fit has not seen:
 * each shipped domain in turn, left out, and a seventh. The people and truth of the seventh are simulated by
 * themselves (`learning-curve/simulate-people.ts`). Compared with the general prior, the scorecard that the
 * domain declares, and the truth.
 *
 *   npm run eval -- general [--outcomes 2000] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { openBenchFolder } from '../bench/support/bench-folder.ts';
import { printTable } from '../bench/support/measure.ts';
import { openIntake } from '../src/composition/open-intake.ts';
import type { DomainDefinition } from '../src/domains/definition.ts';
import { shippedDomainNames } from '../src/domains/shipped-domains.ts';
import { encoderId } from '../src/engines/encoders/text-encoder.ts';
import { areaUnderCurve } from '../src/matching/learn/evaluate/area-under-curve.ts';
import {
  bootstrap,
  difference,
  type Interval,
  numberClusters,
} from '../src/matching/learn/evaluate/cluster-bootstrap.ts';
import { fitGeneral } from '../src/matching/learn/fit/general/fit-general.ts';
import { scorePairs } from '../src/matching/learn/fit/score-pairs.ts';
import type { TrainingSet } from '../src/matching/learn/training-set.ts';
import {
  generalKinds,
  type Multipliers,
  multiplied,
  multipliersOf,
} from '../src/matching/ranking/models/general-kinds.ts';
import { domainPrior, generalPrior } from '../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../src/matching/ranking/ranking-model.ts';
import { readSettings } from '../src/platform/config/read-settings.ts';
import { decisions, sampleWorld, type World } from './general/sample-world.ts';
import { simulateTest } from './learning-curve/simulate-outcomes.ts';
import { simulatedDating, simulatePeople } from './learning-curve/simulate-people.ts';
import { trainingPeople, trainingSetOf } from './learning-curve/training-set-of.ts';

const { values: options } = parseArgs({
  options: {
    outcomes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(options.outcomes);
const seed = Number(options.seed);
const TEST_OUTCOMES = 4000;
const SEVENTH_PEOPLE = 1000;

using folder = openBenchFolder();
const intake = await openIntake(
  readSettings({}, ['--data', folder.path]),
  { mayBeginSwitch: false, onNotice: () => {} },
  { readsMany: true },
);
const { tenantId } = await intake.accounts.createTenant({
  name: 'simulated',
  domains: shippedDomainNames(),
  email: 'ops@example.com',
});
const encoder = (await intake.encoders.opened()).serving.encoder!;
const parts = { ...intake, encoderId: encoderId(encoder.identity) };
const worlds: World[] = [];
for (const domain of shippedDomainNames()) worlds.push(await sampleWorld(parts, tenantId, domain, seed));

const lines: (readonly string[])[] = [];
const multipliers: (readonly string[])[] = [];
for (const world of worlds) {
  const learned = await learn(worlds.filter((other) => other !== world));
  const test = decisions(world, TEST_OUTCOMES, seed + 500);
  lines.push(await judged(world.definition, test, learned));
  multipliers.push([`without ${world.definition.domain}`, ...shownMultipliers(learned)]);
}
const all = await learn(worlds);
lines.push(await judged(simulatedDating, await seventh(), all));
multipliers.push(['all six', ...shownMultipliers(all)]);
await intake.close();

console.log(
  `AUC in a domain without training data, after ${count} simulated decisions in each of the others (95 % intervals by seekers)`,
);
printTable(['domain', 'general prior', 'general tier', 'gain', 'declared scorecard'], lines);
console.log('Multipliers of the kinds of comparison; 1 is the prior');
printTable(['learned', ...generalKinds], multipliers);

async function learn(from: readonly World[]): Promise<Multipliers> {
  const sets = from.map((world, n) => decisions(world, count, seed + 100 + n));
  const [model] = await fitGeneral(
    sets.map((set) => ({
      set,
      rows: Uint32Array.from(set.outcomes.labels.keys()),
      base: generalPrior(set.definition),
    })),
    { version: 'general@simulated', seed, trainedAt: '2026-06-01T00:00:00.000Z' },
  );
  return multipliersOf(model!.card.parts.scorecard!);
}

/** The model that a schema without training data gets. */
function elsewhere(definition: DomainDefinition, learned: Multipliers): RankingModel {
  const prior = generalPrior(definition);
  const scorecard = multiplied(prior.card.scorecard, learned, prior.card.scorecard.intercept);
  return { ...prior, card: { ...prior.card, scorecard } };
}

async function judged(definition: DomainDefinition, test: TrainingSet, learned: Multipliers) {
  const { clusters, count: seekers } = numberClusters(test.outcomes.seekers);
  const aucOf = async (model: RankingModel) =>
    areaUnderCurve({
      ...test.outcomes,
      scores: await scorePairs(model, test).score(test.outcomes),
      clusters,
    });
  const before = await aucOf(generalPrior(definition));
  const after = await aucOf(elsewhere(definition, learned));
  const declared = await aucOf(domainPrior(definition));
  const found = bootstrap([before, after, difference(after, before), declared], {
    clusters: seekers,
    draws: 300,
  });
  return [definition.domain, ...found.map(shown)];
}

async function seventh(): Promise<TrainingSet> {
  const world = simulatePeople(SEVENTH_PEOPLE, seed);
  const people = await trainingPeople(world, encoder);
  return trainingSetOf(people, simulateTest(world, TEST_OUTCOMES / 2, seed + 1), encoder);
}

function shown({ value, low, high }: Interval): string {
  return `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function shownMultipliers(learned: Multipliers): readonly string[] {
  return generalKinds.map((kind) => learned[kind].toFixed(2));
}

/**
 * The sample people of a shipped domain, read in as the service reads them, and simulated decisions between
 * them. A decision follows the scorecard that the domain declares, which an expert of the field wrote and the
 * general tier never sees, and hidden values:
 *
 * log-odds(a chooses b) = level + 1.2 · standardised points of the scorecard + choosiness(a) + attraction(b)
 */
import type { TenantId } from '../../src/contract/brands.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import { sampleProfiles } from '../../src/domains/sample-profiles.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { type FitPeople, fitPeople } from '../../src/matching/learn/fit/fit-people.ts';
import { pairSides } from '../../src/matching/learn/fit/score-pairs.ts';
import type { LabelledPairs } from '../../src/matching/learn/labelled-pairs.ts';
import { nothingShown } from '../../src/matching/learn/set/testing/nothing-shown.ts';
import type { TrainingPerson, TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { createPairReader } from '../../src/matching/ranking/pair-reader.ts';
import type { Profiles } from '../../src/people/profiles/create-profile-service.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { mean, standardDeviation } from '../../src/platform/numeric/statistics.ts';
import type { Store } from '../../src/platform/storage/store.ts';

export interface World {
  readonly definition: DomainDefinition;
  /** The people without any outcome. */
  readonly empty: TrainingSet;
  /** Pairs that the domain would show: of sides that seek each other. */
  readonly pairs: readonly (readonly [seeker: number, candidate: number])[];
  /** True log-odds of the choice, by position in `pairs`. */
  readonly truth: Float64Array;
}

interface Parts {
  readonly profiles: Pick<Profiles, 'upsertMany'>;
  readonly store: Pick<Store, 'profiles'>;
  readonly encoderId: string;
}

const SCORECARD_DEVIATION = 1.2;
const [CHOOSINESS, ATTRACTION] = [0.5, 0.6];
const LEVEL = -0.8;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const MINUTE_MS = 60_000;

export async function sampleWorld(
  parts: Parts,
  tenantId: TenantId,
  domain: string,
  seed: number,
): Promise<World> {
  const definition = shippedDomain(domain)!;
  const people = await readIn(parts, tenantId, domain);
  const empty = setWithout(definition, parts.encoderId, people);
  const read = fitPeople(empty);
  const pairs = pairsOf(definition, read);
  return { definition, empty, pairs, truth: truthOf(definition, empty, read, pairs, seed) };
}

async function readIn(
  { profiles, store, encoderId }: Parts,
  tenantId: TenantId,
  domain: string,
): Promise<readonly TrainingPerson[]> {
  const samples = await sampleProfiles(domain);
  const records = await profiles.upsertMany(
    tenantId,
    samples.map((sample) => ({ ...sample, domain })),
  );
  for (const record of records) if (record instanceof Error) throw record;
  const ids = samples.map(({ user_id }) => user_id);
  const rows = new Map((await store.profiles.getMany(tenantId, domain, ids)).map((row) => [row.userId, row]));
  const vectors = await store.profiles.vectorsOf(tenantId, domain, ids, encoderId);
  return ids.map((userId) => ({
    tenantId,
    userId,
    row: rows.get(userId) ?? null,
    profileVector: vectors.get(userId) ?? null,
  }));
}

function setWithout(
  definition: DomainDefinition,
  encoderId: string,
  people: readonly TrainingPerson[],
): TrainingSet {
  const ids = people.map(({ userId }) => userId);
  return {
    tier: 'general',
    tenants: people.slice(0, 1).map(({ tenantId }) => tenantId),
    definition,
    encoderId,
    frozenAtMs: START_MS,
    people,
    outcomes: {
      people: ids,
      seekers: new Uint32Array(),
      candidates: new Uint32Array(),
      labels: new Uint8Array(),
      weights: new Float64Array(),
      atMs: new Float64Array(),
    },
    outcomeLabels: new Uint16Array(),
    labelNames: ['accepted', 'rejected'],
    triplets: {
      seekers: new Uint32Array(),
      positives: new Uint32Array(),
      negatives: new Uint32Array(),
      weights: new Float64Array(),
    },
    shown: nothingShown(ids),
  };
}

function pairsOf({ sides }: DomainDefinition, { persons, sides: sideOf }: FitPeople): World['pairs'] {
  const pairs: (readonly [number, number])[] = [];
  for (let seeker = 0; seeker < persons.length; seeker++) {
    const sought = sides === undefined ? null : (sides.seeks[sideOf[seeker] ?? ''] ?? []);
    for (let candidate = 0; candidate < persons.length; candidate++) {
      if (candidate === seeker) continue;
      if (sought === null || sought.includes(sideOf[candidate] ?? '')) pairs.push([seeker, candidate]);
    }
  }
  return pairs;
}

function truthOf(
  definition: DomainDefinition,
  set: TrainingSet,
  people: FitPeople,
  pairs: World['pairs'],
  seed: number,
): Float64Array {
  const model = domainPrior(definition);
  const reader = createPairReader(model, definition, set.frozenAtMs);
  const sides = pairSides(model, set.outcomes.people, people);
  const points = Float64Array.from(
    pairs,
    ([seeker, candidate]) => reader.logOdds(sides[seeker]!, sides[candidate]!).cross_encoder,
  );
  const [middle, deviation] = [mean(points), standardDeviation(points)];
  const random = new SeededRandom(seed);
  const hidden = (width: number) => Float64Array.from(sides, () => width * random.normal());
  const [choosiness, attraction] = [hidden(CHOOSINESS), hidden(ATTRACTION)];
  return points.map((value, n) => {
    const [seeker, candidate] = pairs[n]!;
    const scorecard = (SCORECARD_DEVIATION * (value - middle)) / deviation;
    return LEVEL + scorecard + choosiness[seeker]! + attraction[candidate]!;
  });
}

/** `count` decisions on pairs drawn evenly, without repetition. */
export function decisions({ empty, pairs, truth }: World, count: number, seed: number): TrainingSet {
  const random = new SeededRandom(seed);
  const rows = random.shuffle(Uint32Array.from(pairs.keys())).slice(0, count);
  const outcomes: LabelledPairs = {
    people: empty.outcomes.people,
    seekers: Uint32Array.from(rows, (row) => pairs[row]![0]),
    candidates: Uint32Array.from(rows, (row) => pairs[row]![1]),
    labels: Uint8Array.from(rows, (row) => Number(random.uniform() < sigmoid(truth[row]!))),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => START_MS + n * MINUTE_MS),
  };
  return {
    ...empty,
    outcomes,
    outcomeLabels: Uint16Array.from(outcomes.labels, (label) => 1 - label),
    frozenAtMs: START_MS + rows.length * MINUTE_MS,
  };
}

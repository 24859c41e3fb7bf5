/**
 * Reads a training set from the store, page by page. Its size is bounded: the newest outcomes, the pairs that
 * their seekers saw, and the parts of people's rows that scoring reads.
 *
 * Everything is as of the run's creation except the rows of people, which are current. People erased while a
 * run waits are therefore not used.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Tier } from '../../../contract/tier.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { LearningStore, StandingOutcome } from '../../../platform/storage/learning-store.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { WordCountStore } from '../../../platform/storage/word-count-store.ts';
import { createReadWordCounts } from '../../ranking/models/read-word-counts.ts';
import { readingOf } from '../../ranking/scoring/reading.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import type { TrainingPerson, TrainingSet, TrainingTriplets } from '../training-set.ts';
import { PeopleNumbers } from './people-numbers.ts';
import { Propensities } from './propensities.ts';
import { readSeen } from './read-seen.ts';
import { relativeWeights } from './relative-weights.ts';
import { Slates } from './slates.ts';
import { weighByPropensity } from './weigh-by-propensity.ts';
import { type WeightFactors, weighOutcomes, weighTriplets } from './weigh-outcomes.ts';

export interface TrainingSource {
  readonly tenantId: TenantId;
  /** Polarity of every label of the tenant in the domain. */
  readonly polarities: Readonly<Record<string, number>>;
}

export interface WantedSet {
  readonly tier: Tier;
  readonly definition: DomainDefinition;
  readonly encoderId: string;
  /** Cut-off of the outcomes, ISO 8601. */
  readonly frozenAt: string;
  readonly sources: readonly TrainingSource[];
  /** Run whose triplets are read; null: all pending ones (shared tiers consume none). */
  readonly runId: string | null;
}

export interface SetBounds {
  readonly outcomes: number;
  readonly triplets: number;
  readonly shown: number;
}

const DEFAULT_BOUNDS: SetBounds = { outcomes: 1_000_000, triplets: 2_000_000, shown: 2_000_000 };
const PAGE_ROWS = 2000;
const PEOPLE_A_READ = 500;

interface Stores {
  readonly learning: LearningStore;
  readonly profiles: Pick<ProfileStore, 'getMany' | 'vectorsOf'>;
  /** Left out: words are weighed by the shipped list alone. */
  readonly words?: WordCountStore;
}

export async function buildTrainingSet(
  stores: Stores,
  wanted: WantedSet,
  bounds: SetBounds = DEFAULT_BOUNDS,
): Promise<TrainingSet> {
  const { tier, definition, encoderId, frozenAt, sources } = wanted;
  const numbers = new PeopleNumbers();
  const slates = new Slates();
  const outcomes = await readOutcomes(stores.learning, wanted, bounds.outcomes, numbers, slates);
  const propensities = new Propensities();
  const shown = await readSeen(stores.learning, wanted, bounds.shown, numbers, slates, propensities);
  const triplets = await readTriplets(stores.learning, wanted, bounds.triplets, numbers, outcomes.factors);
  const people = await readPeople(stores, wanted, numbers);
  const words = await wordsOf(stores, wanted);
  const ids = people.map(({ tenantId, userId }) => (sources.length > 1 ? `${tenantId}/${userId}` : userId));
  return {
    tier,
    tenants: sources.map(({ tenantId }) => tenantId),
    definition,
    encoderId,
    frozenAtMs: Date.parse(frozenAt),
    people,
    outcomes: weighByPropensity({ people: ids, ...outcomes.pairs }, propensities, outcomes.keys),
    outcomeLabels: outcomes.labels,
    labelNames: outcomes.labelNames,
    triplets,
    shown: { people: ids, ...shown },
    // Several tenants contribute to a shared tier, and none sees the others' people and keys.
    ...(tier === 'tenant' && { concentration: outcomes.concentration }),
    ...(words !== undefined && { words }),
  };
}

/** undefined: none are counted, or several tenants contribute, none of which may weigh by another's words. */
async function wordsOf({ words }: Stores, { tier, definition, sources }: WantedSet) {
  const [source] = sources;
  if (words === undefined || tier !== 'tenant' || source === undefined) return undefined;
  return createReadWordCounts(words)(source.tenantId, definition.domain);
}

interface Decided extends StandingOutcome {
  readonly tenantId: TenantId;
  readonly polarity: number;
  readonly atMs: number;
}

async function readOutcomes(
  learning: LearningStore,
  { definition, frozenAt, sources }: WantedSet,
  bound: number,
  numbers: PeopleNumbers,
  slates: Slates,
) {
  const decided: Decided[] = [];
  for (const { tenantId, polarities } of sources) {
    const pages = learning.outcomesUntil(tenantId, definition.domain, frozenAt, PAGE_ROWS);
    for await (const page of pages) {
      for (const outcome of page) {
        const polarity = polarities[outcome.label];
        // Labels that the tenant has removed are ignored.
        if (polarity === undefined || polarity === 0) continue;
        decided.push({ ...outcome, tenantId, polarity, atMs: Date.parse(outcome.at) });
      }
      if (decided.length >= 2 * bound) keepNewest(decided, bound);
    }
  }
  keepNewest(decided, bound);
  return columnsOf(decided, numbers, slates);
}

/** Keeps the newest `bound` rows, oldest first. */
function keepNewest(decided: Decided[], bound: number): void {
  decided.sort((a, b) => a.atMs - b.atMs);
  decided.splice(0, Math.max(0, decided.length - bound));
}

function columnsOf(decided: readonly Decided[], numbers: PeopleNumbers, slates: Slates) {
  const labelNames = [...new Set(decided.map(({ label }) => label))].sort();
  const labelNumbers = new Map(labelNames.map((label, position) => [label, position]));
  const seekers = Uint32Array.from(decided, ({ tenantId, seekerId }) => numbers.number(tenantId, seekerId));
  const candidates = Uint32Array.from(decided, ({ tenantId, candidateId }) =>
    numbers.number(tenantId, candidateId),
  );
  const weighed = weighOutcomes(decided, { seekers, candidates }, numbers);
  const pairs: Omit<LabelledPairs, 'people'> = {
    seekers,
    candidates,
    labels: Uint8Array.from(decided, ({ polarity }) => Number(polarity > 0)),
    weights: relativeWeights(weighed.used),
    atMs: Float64Array.from(decided, ({ atMs }) => atMs),
    slates: Int32Array.from(decided, ({ tenantId, matchId, candidateId }) =>
      matchId === null ? -1 : slates.decided(tenantId, matchId, candidateId),
    ),
  };
  return {
    pairs,
    labels: Uint16Array.from(decided, ({ label }) => labelNumbers.get(label)!),
    labelNames,
    ...weighed,
  };
}

async function readTriplets(
  learning: LearningStore,
  { definition, sources, runId }: WantedSet,
  bound: number,
  numbers: PeopleNumbers,
  factors: WeightFactors,
): Promise<TrainingTriplets> {
  const columns = {
    candidates: [] as (number | undefined)[],
    seekers: [] as number[],
    positives: [] as number[],
    negatives: [] as number[],
    weights: [] as number[],
  };
  for (const { tenantId } of sources) {
    const pages = learning.tripletsOf(tenantId, definition.domain, runId, PAGE_ROWS);
    for await (const page of pages) {
      for (const { seekerId, candidateId, positiveId, negativeId, weight } of page) {
        // A triplet without an opposite candidate adds nothing to its outcome.
        if (positiveId === null || negativeId === null || columns.weights.length >= bound) continue;
        columns.seekers.push(numbers.number(tenantId, seekerId));
        columns.positives.push(numbers.number(tenantId, positiveId));
        columns.negatives.push(numbers.number(tenantId, negativeId));
        columns.candidates.push(numbers.known(tenantId, candidateId ?? ''));
        columns.weights.push(weight);
      }
    }
  }
  return {
    seekers: Uint32Array.from(columns.seekers),
    positives: Uint32Array.from(columns.positives),
    negatives: Uint32Array.from(columns.negatives),
    weights: relativeWeights(weighTriplets(columns, factors)),
  };
}

async function readPeople(
  { profiles }: Stores,
  { definition, encoderId }: WantedSet,
  { people }: PeopleNumbers,
): Promise<readonly TrainingPerson[]> {
  const found: TrainingPerson[] = [];
  for (const [tenantId, group] of Map.groupBy(people, (person) => person.tenantId)) {
    for (let from = 0; from < group.length; from += PEOPLE_A_READ) {
      const userIds = group.slice(from, from + PEOPLE_A_READ).map(({ userId }) => userId);
      const rows = await profiles.getMany(tenantId, definition.domain, userIds);
      const vectors = await profiles.vectorsOf(tenantId, definition.domain, userIds, encoderId);
      const byUser = new Map(rows.map((row) => [row.userId, row]));
      for (const userId of userIds) {
        const row = byUser.get(userId);
        found.push({
          tenantId,
          userId,
          row: row === undefined ? null : lean(row),
          profileVector: vectors.get(userId) ?? null,
          ...(row !== undefined && { reading: readingOf(definition, row) }),
        });
      }
    }
  }
  return inOrder(people, found);
}

function inOrder(
  people: PeopleNumbers['people'],
  found: readonly TrainingPerson[],
): readonly TrainingPerson[] {
  const keyOf = (person: { tenantId: string; userId: string }) => `${person.tenantId}/${person.userId}`;
  const byKey = new Map(found.map((person) => [keyOf(person), person]));
  return people.map((person) => byKey.get(keyOf(person))!);
}

/** Drops the parts that scoring never reads, about half of a row's memory. */
function lean(row: ProfileRow): ProfileRow {
  return { ...row, layers: { client: {}, feedback: {}, extracted: {} }, extras: {} };
}

/** The choice of outcomes and of other models to compare, over a store of runs, models and outcomes. */
import { describe, expect, it } from 'vitest';
import { tenantId } from '../contract/brands.ts';
import { DomainDefinition } from '../domains/definition.ts';
import { domainPrior } from '../ranking/models/model-catalog.ts';
import { encodeRankingModel } from '../ranking/ranking-model.ts';
import type { StandingOutcome, StoredRankingModel, TrainingRun } from '../storage/learning-store.ts';
import type { LabelledPairs, PairScorer } from './evaluate/labelled-pairs.ts';
import { takePairs } from './evaluate/labelled-pairs.ts';
import { splitOutcomes } from './evaluate/split-outcomes.ts';
import { type EvaluationParts, evaluateDomain } from './evaluate-domain.ts';
import { seedOfRun } from './runs/seed-of-run.ts';

const TENANT = tenantId('ten_evaluate');
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const RUN_AT = new Date(START_MS + 200 * DAY_MS).toISOString();
const RUN = 'run_01evaluate';
const VERSION = 'tenant-tiny.v1@01evaluate';
const tiny = DomainDefinition.parse({
  domain: 'tiny',
  version: 1,
  title: 'Tiny',
  reciprocal: 'off',
  fields: [{ name: 'age', kind: 'hard', type: 'integer' }],
  scorecard: {
    terms: [
      {
        name: 'age',
        compare: 'prior',
        other: 'age',
        knots: [
          [0, 0],
          [100, 1],
        ],
      },
    ],
  },
});
const base = domainPrior(tiny);
const encoded = encodeRankingModel({ ...base, card: { ...base.card, version: VERSION, tier: 'tenant' } });
const kept: StoredRankingModel = {
  tenantId: TENANT,
  domain: 'tiny',
  tier: 'tenant',
  version: VERSION,
  runId: RUN,
  card: encoded.card,
  files: [...encoded.files.keys()].map((part) => ({ part, key: part, bytes: 0, sha256: '' })),
  createdAt: RUN_AT,
  deployedAt: RUN_AT,
  inForce: true,
  erased: [],
};

/** One outcome a day for 300 days: the run was made on day 200. Candidates with an even number are chosen. */
const outcomes: readonly StandingOutcome[] = Array.from({ length: 300 }, (_, n) => ({
  seekerId: `s${n % 15}`,
  candidateId: `c${(n * 7) % 300}`,
  label: ((n * 7) % 300) % 2 === 0 ? 'accepted' : 'rejected',
  weight: 1,
  matchId: null,
  at: new Date(START_MS + n * DAY_MS).toISOString(),
}));

async function* pages<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  if (rows.length > 0) yield rows;
}

interface Asked {
  readonly parts: EvaluationParts;
  /** Pairs that were scored, as «seeker candidate». */
  readonly scored: Set<string>;
}

function open(models: readonly StoredRankingModel[]): Asked {
  const scored = new Set<string>();
  const learning = {
    rankingModelsFor: async () => models,
    rankingModel: async (_: string, version: string) =>
      models.find((model) => model.version === version) ?? null,
    run: async (_: string, runId: string) => (runId === RUN ? ({ createdAt: RUN_AT } as TrainingRun) : null),
    outcomesUntil: () => pages(outcomes),
    confirmedMatches: () => pages([]),
    shownIn: async () => [],
    tripletsOf: () => pages([]),
  };
  const profiles = { getMany: async () => [], vectorsOf: async () => new Map() };
  const parts = {
    store: { learning, profiles } as unknown as EvaluationParts['store'],
    artifacts: {
      read: async function* (key: string) {
        yield encoded.files.get(key)!;
      },
    } as unknown as EvaluationParts['artifacts'],
    sourcesFor: async () => ({
      definition: tiny,
      sources: [{ tenantId: TENANT, polarities: { accepted: 1, rejected: -1 } }],
    }),
    encoderId: async () => 'none@1#00000000',
    fitting: async () => ({
      scorePairs: (model: { readonly card: { readonly version: string } }): PairScorer => ({
        name: model.card.version,
        score: async ({ people, seekers, candidates }) =>
          Float64Array.from(candidates, (candidate, n) => {
            scored.add(`${people[seekers[n]!]} ${people[candidate]}`);
            if (model.card.version !== VERSION) return 0.5;
            return Number(people[candidate]!.slice(1)) % 2 === 0 ? 0.9 : 0.1;
          }),
      }),
    }),
    clock: () => START_MS + 400 * DAY_MS,
  };
  return { parts, scored };
}

const wanted = { tenant: TENANT, domain: 'tiny', model: null };

describe('evaluating a domain', () => {
  it('evaluates the serving model on its run’s held-out rows and later rows alone', async () => {
    const { parts } = open([kept]);
    const report = await evaluateDomain(parts, wanted);
    const then = outcomes.filter(({ at }) => at <= RUN_AT);
    const ids = [...new Set(outcomes.flatMap(({ seekerId, candidateId }) => [seekerId, candidateId]))];
    const pairs: LabelledPairs = {
      people: ids,
      seekers: Uint32Array.from(then, ({ seekerId }) => ids.indexOf(seekerId)),
      candidates: Uint32Array.from(then, ({ candidateId }) => ids.indexOf(candidateId)),
      labels: Uint8Array.from(then, ({ label }) => Number(label === 'accepted')),
      weights: new Float64Array(then.length).fill(1),
      atMs: Float64Array.from(then, ({ at }) => Date.parse(at)),
    };
    const { train } = splitOutcomes(pairs, { seed: seedOfRun(RUN) });
    expect(takePairs(pairs, train).labels.length).toBeGreaterThan(50);
    expect(report.trained_on).toBe(train.length);
    expect(report.held_out.outcomes).toBe(300 - train.length);
    expect(report.scorers.map(({ name }) => name)).toEqual([
      VERSION,
      base.card.version,
      'popularity',
      'recent popularity',
      'random',
    ]);
    expect(report.scorers[0]!.auc.value).toBe(1);
    expect(report.scorers[1]!.auc.value).toBe(0.5);
  });

  it('lists a model once, whether requested or serving', async () => {
    const report = await evaluateDomain(open([kept]).parts, { ...wanted, model: VERSION });
    expect(report.scorers.filter(({ name }) => name === VERSION)).toHaveLength(1);
  });

  it('evaluates the prior on its own split where no model was trained', async () => {
    const { parts, scored } = open([]);
    const report = await evaluateDomain(parts, wanted);
    expect(report.scorers[0]!.name).toBe(base.card.version);
    expect(report.held_out.outcomes + report.trained_on).toBe(300);
    expect(scored.size).toBeGreaterThanOrEqual(report.held_out.outcomes);
  });

  it('counts no row before the run as unseen for a model of a shared tier', async () => {
    const shared = { ...kept, tenantId: tenantId('shared'), tier: 'domain' as const };
    const report = await evaluateDomain(open([shared]).parts, wanted);
    expect(report.held_out.outcomes).toBe(outcomes.filter(({ at }) => at > RUN_AT).length);
  });

  it('reports an unknown version', async () => {
    await expect(evaluateDomain(open([kept]).parts, { ...wanted, model: 'nope' })).rejects.toThrow(
      'There is no head «nope» of tiny',
    );
  });
});

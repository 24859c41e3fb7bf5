/** The choice of outcomes and of other models to compare, over a store of runs, models and outcomes. */
import { describe, expect, it } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { DomainDefinition } from '../../domains/definition.ts';
import type {
  StandingOutcome,
  StoredRankingModel,
  TrainingRun,
} from '../../platform/storage/learning-store.ts';
import { domainPrior } from '../ranking/models/model-catalog.ts';
import { encodeRankingModel, type RankingModel } from '../ranking/ranking-model.ts';
import { createPairSides } from './evaluate/split-outcomes.ts';
import { type EvaluationParts, evaluateDomain } from './evaluate-domain.ts';
import type { PairScorer } from './labelled-pairs.ts';

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
const trained = { ...base, card: { ...base.card, version: VERSION, tier: 'tenant' as const } };
/** The twin is known by its scorecard, whose intercept no other model here has. */
const TWIN_INTERCEPT = 0.25;
const twin = {
  ...trained,
  card: { ...trained.card, scorecard: { ...trained.card.scorecard, intercept: TWIN_INTERCEPT } },
};
const encoded = encodeRankingModel(trained, twin);
const isHeldOut = createPairSides(Buffer.from('evaluation'));
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
  readonly twinScored: () => boolean;
}

/** Stored before there were twins. */
const old: StoredRankingModel = { ...kept, card: encodeRankingModel(trained).card };

function open(models: readonly StoredRankingModel[], given = outcomes): Asked {
  const scored = new Set<string>();
  let twinScored = false;
  const learning = {
    rankingModelsFor: async () => models,
    rankingModel: async (_: string, version: string) =>
      models.find((model) => model.version === version) ?? null,
    run: async (_: string, runId: string) => (runId === RUN ? ({ createdAt: RUN_AT } as TrainingRun) : null),
    outcomesUntil: () => pages(given),
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
      scorePairs: (model: RankingModel): PairScorer => ({
        name: model.card.version,
        score: async ({ people, seekers, candidates }) =>
          Float64Array.from(candidates, (candidate, n) => {
            scored.add(`${people[seekers[n]!]} ${people[candidate]}`);
            if (model.card.version !== VERSION) return 0.5;
            twinScored ||= model.card.scorecard.intercept === TWIN_INTERCEPT;
            return Number(people[candidate]!.slice(1)) % 2 === 0 ? 0.9 : 0.1;
          }),
      }),
    }),
    isHeldOut: async () => isHeldOut,
    clock: () => START_MS + 400 * DAY_MS,
  };
  return { parts, scored, twinScored: () => twinScored };
}

const wanted = { tenant: TENANT, domain: 'tiny', model: null };
const isOut = ({ seekerId, candidateId }: StandingOutcome) =>
  isHeldOut(TENANT, 'tiny', seekerId, candidateId);
const pairOf = ({ seekerId, candidateId }: StandingOutcome) => `${seekerId} ${candidateId}`;

describe('evaluating a domain', () => {
  it('evaluates the twin of the serving model, on the held-out side alone', async () => {
    const { parts, scored, twinScored } = open([kept]);
    const report = await evaluateDomain(parts, wanted);
    const heldOut = outcomes.filter(isOut);
    expect(heldOut.length).toBeGreaterThan(60);
    expect(report.held_out.outcomes).toBe(heldOut.length);
    expect(report.trained_on).toBe(300 - heldOut.length);
    expect(heldOut.map(pairOf).filter((pair) => !scored.has(pair))).toEqual([]);
    expect(twinScored()).toBe(true);
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

  it('scores no pair of the side of the fit, however often its label is superseded or given again', async () => {
    const later = new Date(START_MS + 390 * DAY_MS).toISOString();
    const again = outcomes.map((outcome, n) => {
      if (n % 3 === 0) return { ...outcome, at: later };
      return n % 3 === 1 ? { ...outcome, at: later, label: 'rejected', weight: 7 } : outcome;
    });
    for (const models of [[kept], [old], []]) {
      const { parts, scored } = open(models, again);
      const report = await evaluateDomain(parts, wanted);
      expect(report.held_out.outcomes).toBeGreaterThan(0);
      const fitted = again.filter((outcome) => !isOut(outcome)).map(pairOf);
      expect(fitted.filter((pair) => scored.has(pair))).toEqual([]);
    }
  });

  it('lists a model once, whether requested or serving', async () => {
    const report = await evaluateDomain(open([kept]).parts, { ...wanted, model: VERSION });
    expect(report.scorers.filter(({ name }) => name === VERSION)).toHaveLength(1);
  });

  it('evaluates the prior on the same side where no model was trained', async () => {
    const report = await evaluateDomain(open([]).parts, wanted);
    expect(report.scorers[0]!.name).toBe(base.card.version);
    expect(report.held_out.outcomes).toBe(outcomes.filter(isOut).length);
  });

  it('evaluates a model without a twin on held-out rows since its run', async () => {
    const { parts, twinScored } = open([old]);
    const report = await evaluateDomain(parts, wanted);
    const since = outcomes.filter((outcome) => isOut(outcome) && outcome.at > RUN_AT);
    expect(report.held_out.outcomes).toBe(since.length);
    expect(twinScored()).toBe(false);
    const before = outcomes.filter(({ at }) => at <= RUN_AT);
    await expect(evaluateDomain(open([old], before).parts, wanted)).rejects.toThrow(
      'no such outcome came since its training',
    );
  });

  it('reports an unknown version', async () => {
    await expect(evaluateDomain(open([kept]).parts, { ...wanted, model: 'nope' })).rejects.toThrow(
      'There is no head «nope» of tiny',
    );
  });
});

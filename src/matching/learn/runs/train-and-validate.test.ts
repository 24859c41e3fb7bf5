/** The rows that each model of a run sees, and the model that is kept. The fit only notes its input. */
import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { priorModel, type RankingModel } from '../../ranking/ranking-model.ts';
import { createPairSides, splitOutcomes } from '../evaluate/split-outcomes.ts';
import { FROZEN_AT_MS, meeting, twoSidedWorld } from '../fit/testing/two-sided-world.ts';
import type { Fitting } from './fitting.ts';
import type { ServingModels } from './serving-models.ts';
import { trainAndValidate } from './train-and-validate.ts';

const { set, logOdds } = twoSidedWorld({ people: 60, pairs: 900, seed: 5 });
const isHeldOut = createPairSides(Buffer.from('runs'));
const split = splitOutcomes(set, isHeldOut);
const all = [...set.outcomes.seekers.keys()];
const model = (version: string) => priorModel(meeting, 'tenant', meeting.scorecard, version);
const prior = model('prior');
const truth = new Map(
  all.map((row) => [`${set.outcomes.seekers[row]} ${set.outcomes.candidates[row]}`, logOdds[row]!]),
);

type Fit = Parameters<Fitting['fitRankingModel']>[1];
interface Given {
  readonly models?: ServingModels;
  /**
   * How much of the truth a model knows, by its version; the first and the second fit are `validated` and
   * `again`.
   */
  readonly knows: Readonly<Record<string, number>>;
  readonly frozen?: typeof set;
}

async function run({ models, knows, frozen = set }: Given) {
  const fits: Fit[] = [];
  const scored: string[] = [];
  const names = new Map<RankingModel['card']['scorecard'], string>();
  const nameOf = (model: RankingModel) => names.get(model.card.scorecard) ?? model.card.version;
  const trained = await trainAndValidate(
    {
      fitRankingModel: async (_, options) => {
        fits.push(options);
        const scorecard = { ...meeting.scorecard };
        names.set(scorecard, fits.length === 1 ? 'validated' : 'again');
        return priorModel(meeting, 'tenant', scorecard, options.version);
      },
      scorePairs: (model) => ({
        name: model.card.version,
        score: async ({ seekers, candidates }) => {
          scored.push(nameOf(model));
          const share = knows[nameOf(model)] ?? 0;
          return Float64Array.from(seekers, (seeker, n) =>
            sigmoid(share * truth.get(`${seeker} ${candidates[n]!}`)!),
          );
        },
      }),
    },
    {
      set: frozen,
      models: models ?? { serving: prior, base: prior, prior, servingIsPrior: true },
      isHeldOut,
      version: 'new',
      seed: 1,
      signal: new AbortController().signal,
      onFit: () => {},
      onEvaluate: () => {},
    },
  );
  return {
    fits,
    scored,
    trained,
    validated: trained.validated === null ? null : nameOf(trained.validated),
    served: trained.model === null ? null : nameOf(trained.model),
  };
}

describe('a run', () => {
  it('validates a model without held-out rows, then serves one that is fitted on all', async () => {
    const { fits, trained, validated, served } = await run({ knows: { validated: 0.9, again: 1 } });
    expect(fits.map(({ rows }) => [...rows])).toEqual([[...split.fit], all]);
    expect(trained).toMatchObject({
      deploy: true,
      before: { version: 'prior', held_out: split.heldOut.length },
    });
    expect([validated, served]).toEqual(['validated', 'again']);
    expect(trained.after).toMatchObject({
      held_out: split.heldOut.length,
      fitted_on: split.fit.length,
      trained_on: all.length,
      outcomes: all.length,
      agreement: { held_out: { rank_correlation: 1 } },
    });
    expect(trained.model!.card.metrics).toEqual(trained.after);
  });

  it('fits once where the validated model is refused, and says what it was fitted on', async () => {
    const { fits, trained } = await run({ knows: { validated: -0.5 } });
    expect(fits).toHaveLength(1);
    expect(trained).toMatchObject({ deploy: false, after: { trained_on: split.fit.length } });
  });

  it('serves the validated model where the other one gives other scores', async () => {
    const { trained, validated, served } = await run({ knows: { validated: 0.9, again: -0.9 } });
    expect([validated, served]).toEqual(['validated', 'validated']);
    expect(trained).toMatchObject({ deploy: true, after: { trained_on: split.fit.length } });
    expect(trained.reason).toContain('The head that was judged serves');
  });

  it('compares and starts from validated models, and starts the served one from the served base', async () => {
    const models: ServingModels = {
      serving: model('serving'),
      base: model('base'),
      prior,
      servingIsPrior: false,
      validated: {
        serving: model('validated serving'),
        base: model('validated base'),
        servingSeesUntilMs: null,
        lastCrossEncoder: null,
      },
    };
    const { fits, scored, trained } = await run({
      models,
      knows: { validated: 0.9, again: 0.9, 'validated serving': 0.1, serving: 1 },
    });
    expect(fits.map(({ base }) => base.card.version)).toEqual(['validated base', 'base']);
    expect(fits.map(({ before }) => before?.card.version)).toEqual(['validated serving', 'serving']);
    const earlier = { served: model('earlier'), validated: model('validated earlier') };
    const continued = await run({
      models: { ...models, validated: { ...models.validated!, lastCrossEncoder: earlier } },
      knows: { validated: 0.9, again: 0.9, 'validated serving': 0.1 },
    });
    expect(continued.fits.map(({ before }) => before?.card.version)).toEqual([
      'validated earlier',
      'earlier',
    ]);
    expect(scored).toContain('validated serving');
    expect(scored).not.toContain('serving');
    expect(trained.before).toMatchObject({ version: 'validated serving' });
  });

  it('compares a serving model without a twin on later rows, else its base', async () => {
    const servingSeesUntilMs = set.outcomes.atMs[600]!;
    const models = (seenMs: number): ServingModels => ({
      serving: model('serving'),
      base: prior,
      prior,
      servingIsPrior: false,
      validated: {
        serving: model('serving'),
        base: prior,
        servingSeesUntilMs: seenMs,
        lastCrossEncoder: null,
      },
    });
    const knows = { validated: 0.9, again: 0.9, serving: 0.3 };
    const later = await run({ models: models(servingSeesUntilMs), knows });
    const rows = [...split.heldOut].filter((row) => set.outcomes.atMs[row]! > servingSeesUntilMs);
    expect(later.trained.before).toMatchObject({ version: 'serving', held_out: rows.length });
    expect(later.trained.reason).toContain(`compared on the ${rows.length} outcomes since its training`);
    const none = await run({ models: models(FROZEN_AT_MS), knows });
    expect(none.trained.before).toMatchObject({ version: 'prior', held_out: split.heldOut.length });
    expect(none.trained.reason).toContain('its base was compared instead');
    expect(none.scored).not.toContain('serving');
  });
});

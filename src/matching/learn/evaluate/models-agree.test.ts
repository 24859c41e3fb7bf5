import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { agreementOf, modelsAgree } from './models-agree.ts';

const random = new SeededRandom(4);
const logOdds = Float64Array.from({ length: 500 }, () => random.normal());
const validated = logOdds.map(sigmoid);
const shifted = (by: (x: number) => number) =>
  agreementOf(
    validated,
    logOdds.map((x) => sigmoid(by(x))),
  );

describe('a validated and a refitted model', () => {
  it('agree where they give the same scores, nearly the same ones, or none', () => {
    expect(shifted((x) => x)).toMatchObject({ rank_correlation: 1, mean_difference: 0 });
    for (const side of ['held_out', 'fitted'] as const) {
      expect(
        modelsAgree(
          shifted((x) => x + 0.3 * random.normal()),
          side,
        ),
      ).toBe(true);
      expect(modelsAgree(agreementOf(new Float64Array(), new Float64Array()), side)).toBe(true);
    }
  });

  it('do not where the order is another, or all scores moved', () => {
    expect(shifted((x) => -x).rank_correlation).toBeCloseTo(-1, 9);
    expect(
      modelsAgree(
        shifted((x) => -x),
        'held_out',
      ),
    ).toBe(false);
    expect(
      modelsAgree(
        shifted(() => random.normal()),
        'held_out',
      ),
    ).toBe(false);
    expect(shifted((x) => x + 1.5)).toMatchObject({ rank_correlation: 1 });
    expect(
      modelsAgree(
        shifted((x) => x + 1.5),
        'held_out',
      ),
    ).toBe(false);
    expect(
      modelsAgree(
        shifted(() => 0),
        'held_out',
      ),
    ).toBe(false);
  });

  it('may lie further apart where scores are far apart themselves', () => {
    const crisp = logOdds.map((x) => sigmoid(4 * x));
    const moved = agreementOf(
      crisp,
      logOdds.map((x) => sigmoid(4 * x + 1.5)),
    );
    expect(modelsAgree(moved, 'held_out')).toBe(true);
  });

  it('share the mean rank of ties', () => {
    const scores = Float64Array.of(0.2, 0.2, 0.5, 0.9);
    expect(agreementOf(scores, scores).rank_correlation).toBeCloseTo(1, 12);
    expect(agreementOf(scores, Float64Array.of(0.3, 0.1, 0.5, 0.9)).rank_correlation).toBeCloseTo(0.9487, 4);
  });
});

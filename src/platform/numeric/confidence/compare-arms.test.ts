import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../seeded-random.ts';
import { differenceOfArms, preferenceOfArms } from './compare-arms.ts';
import { intervalAt } from './confidence-sequence.ts';
import { ratioOfSums, type UnitSums } from './ratio-of-sums.ts';

const RUNS = 2000;
const settings = { alpha: 0.05, effectScale: 0.02 };

interface Unit extends UnitSums {
  readonly arm: 0 | 1;
  /** The unit's own rate, which differs between units. */
  readonly rate: number;
}

function addTo<T extends Unit>(unit: T, shown: number, random: SeededRandom): T {
  let positives = 0;
  for (let n = 0; n < shown; n++) if (random.chance(unit.rate)) positives += 1;
  return { ...unit, numerator: unit.numerator + positives, denominator: unit.denominator + shown };
}

const newUnit = (arm: 0 | 1, rate: number): Unit => ({ arm, rate, numerator: 0, denominator: 0 });
const armOf = (units: readonly Unit[], arm: 0 | 1) => ratioOfSums(units.filter((unit) => unit.arm === arm));

/** Whether any of the intervals ever misses `effect`. */
function everMisses(grow: () => readonly Unit[], looks: number, effect: number): boolean {
  for (let look = 0; look < looks; look++) {
    const units = grow();
    const interval = differenceOfArms(armOf(units, 0), armOf(units, 1), settings);
    if (interval !== null && (interval.low > effect || interval.high < effect)) return true;
  }
  return false;
}

/** Seekers come one after the other, and all who are there go on to decide. */
function growingSeekers(random: SeededRandom, effect: number) {
  let units: Unit[] = [];
  return () => {
    for (let n = 0; n < 10; n++) {
      const arm = random.chance(0.5) ? 1 : 0;
      units.push(newUnit(arm, 0.1 + 0.2 * random.uniform() + arm * effect));
    }
    units = units.map((unit) => (random.chance(0.4) ? addTo(unit, 1 + random.below(3), random) : unit));
    return units;
  };
}

/** A fixed number of clusters with effects of their own that never end, and outcomes that go on for ever. */
function standingClusters(random: SeededRandom) {
  const arms = random.shuffle(Array.from({ length: 80 }, (_, n) => n % 2));
  let units = arms.map((arm) => newUnit(arm === 0 ? 0 : 1, 0.1 + 0.2 * random.uniform()));
  return () => {
    units = units.map((unit) => addTo(unit, random.below(6), random));
    return units;
  };
}

function shareOfRuns(everWrong: (random: SeededRandom) => boolean): number {
  let wrong = 0;
  for (let run = 0; run < RUNS; run++) if (everWrong(new SeededRandom(1000 + run))) wrong += 1;
  return wrong / RUNS;
}

describe('the confidence sequence of a difference', () => {
  test('at a standard error it is the asymptotic sequence of Waudby-Smith et al.', () => {
    const [t, rho2, sigma] = [400, 0.02, 1.7];
    const { low, high } = intervalAt(0.3, sigma / Math.sqrt(t), {
      alpha: 0.05,
      effectScale: sigma * Math.sqrt(rho2),
    });
    const radius =
      sigma * Math.sqrt(((2 * (t * rho2 + 1)) / (t * t * rho2)) * Math.log(Math.sqrt(t * rho2 + 1) / 0.05));
    expect(high - 0.3).toBeCloseTo(radius, 12);
    expect(0.3 - low).toBeCloseTo(radius, 12);
  });

  test('with seekers who keep coming, at most 5 % of null runs ever say that there is an effect', () => {
    const share = shareOfRuns((random) => everMisses(growingSeekers(random, 0), 40, 0));
    expect(share).toBeLessThanOrEqual(0.05);
  });

  test('with standing clusters, at most 5 % of null runs ever say so', () => {
    const share = shareOfRuns((random) => everMisses(standingClusters(random), 40, 0));
    expect(share).toBeLessThanOrEqual(0.05);
  });

  test('it covers an effect that is there at all times', () => {
    const share = shareOfRuns((random) => everMisses(growingSeekers(random, 0.05), 40, 0.05));
    expect(share).toBeLessThanOrEqual(0.05);
  });

  test('it finds an effect that is there', () => {
    const grow = growingSeekers(new SeededRandom(7), 0.15);
    expect(everMisses(grow, 60, 0)).toBe(true);
  });

  test('the preference of interleaved seekers holds its level under peeking', () => {
    const share = shareOfRuns((random) => {
      const units: { numerator: number; denominator: number }[] = [];
      for (let look = 0; look < 40; look++) {
        for (let n = 0; n < 5; n++) {
          const leaning = random.uniform();
          const credits = 1 + random.below(4);
          let forTreatment = 0;
          for (let c = 0; c < credits; c++) if (random.chance(leaning)) forTreatment += 1;
          units.push({ numerator: 2 * forTreatment - credits, denominator: credits });
        }
        const interval = preferenceOfArms(ratioOfSums(units), { alpha: 0.05, effectScale: 0.1 });
        if (interval !== null && (interval.low > 0 || interval.high < 0)) return true;
      }
      return false;
    });
    expect(share).toBeLessThanOrEqual(0.05);
  });

  test('says nothing before there are enough units with outcomes', () => {
    const random = new SeededRandom(3);
    const few = Array.from({ length: 29 }, () => addTo(newUnit(0, 0.5), 10, random));
    const many = Array.from({ length: 300 }, () => addTo(newUnit(1, 0.5), 10, random));
    expect(differenceOfArms(ratioOfSums(few), ratioOfSums(many), settings)).toBeNull();
    const barren = Array.from({ length: 300 }, () => addTo(newUnit(1, 0), 10, random));
    expect(differenceOfArms(ratioOfSums(barren), ratioOfSums(many), settings)).toBeNull();
  });
});

describe('a ratio of sums', () => {
  test('its standard error is that of repeated samples', () => {
    const random = new SeededRandom(11);
    const ratios = Array.from({ length: 1000 }, () => {
      const units = Array.from({ length: 100 }, () =>
        addTo(newUnit(0, random.uniform()), 1 + random.below(9), random),
      );
      return ratioOfSums(units);
    });
    const middle = ratios.reduce((sum, { ratio }) => sum + ratio, 0) / ratios.length;
    const spread = Math.sqrt(
      ratios.reduce((sum, { ratio }) => sum + (ratio - middle) ** 2, 0) / ratios.length,
    );
    const said = ratios.reduce((sum, { standardError }) => sum + standardError, 0) / ratios.length;
    expect(said / spread).toBeGreaterThan(0.93);
    expect(said / spread).toBeLessThan(1.07);
  });
});

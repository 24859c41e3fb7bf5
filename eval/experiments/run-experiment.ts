/** An experiment in a simulated market, measured every day by the code that measures real ones. */
import { differenceOfArms, preferenceOfArms } from '../../src/platform/numeric/confidence/compare-arms.ts';
import type { Interval } from '../../src/platform/numeric/confidence/confidence-sequence.ts';
import { ratioOfSums } from '../../src/platform/numeric/confidence/ratio-of-sums.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { type ArmOf, CrowdedMarket, type MarketShape } from './crowded-market.ts';

export const simulatedDesigns = ['split', 'cluster', 'switchback', 'interleaving'] as const;
export type SimulatedDesign = (typeof simulatedDesigns)[number];

export interface SimulatedExperiment {
  readonly shape: MarketShape;
  readonly design: SimulatedDesign;
  /** Growth of the rate of likes by the treatment; 0: the arms are equal. */
  readonly gain: number;
  readonly days: number;
  readonly seed: number;
  /** In mutual matches per seeker and day; of interleaving, in preference. */
  readonly effectScale: number;
  /** Ends at the first interval that leaves out 0. */
  readonly stops: boolean;
}

export interface SimulatedResult {
  /** By day; null: too few units. */
  readonly intervals: readonly (Interval | null)[];
  /** Mutual matches until the end. */
  readonly outcomes: number;
  /** Mutual matches per seeker and day of the control. */
  readonly base: number;
  /** The first day (from 1) whose interval leaves out 0; null: none. */
  readonly foundOnDay: number | null;
}

const ALPHA = 0.05;

export function runExperiment(experiment: SimulatedExperiment): SimulatedResult {
  const random = new SeededRandom(experiment.seed);
  const market = new CrowdedMarket(experiment.shape, random);
  const sums = new UnitSumsOfArms(experiment, market, random);
  const intervals: (Interval | null)[] = [];
  let foundOnDay: number | null = null;
  for (let day = 1; day <= experiment.days; day++) {
    sums.add(market.day(sums.armsOfDay(), experiment.gain));
    const interval = sums.interval();
    intervals.push(interval);
    const isFound = interval !== null && (interval.low > 0 || interval.high < 0);
    if (isFound) foundOnDay ??= day;
    if (isFound && experiment.stops) break;
  }
  return { intervals, outcomes: sums.outcomes, base: sums.base(), foundOnDay };
}

/**
 * Sums of each unit: mutual matches and days of seekers. Interleaving has credits for the treatment and all
 * credits.
 */
class UnitSumsOfArms {
  outcomes = 0;
  readonly #experiment: SimulatedExperiment;
  readonly #market: CrowdedMarket;
  readonly #random: SeededRandom;
  readonly #arms: number[] = [];
  readonly #numerators: number[] = [];
  readonly #denominators: number[] = [];
  #armOfCity: readonly (0 | 1)[];
  readonly #armOfPerson: readonly (0 | 1)[];
  #firstUnit = 0;
  #seekerDays = 0;

  constructor(experiment: SimulatedExperiment, market: CrowdedMarket, random: SeededRandom) {
    this.#experiment = experiment;
    this.#market = market;
    this.#random = random;
    this.#armOfPerson = Array.from({ length: market.people }, () => this.#coin());
    this.#armOfCity = Array.from({ length: experiment.shape.cities }, () => this.#coin());
    if (experiment.design !== 'switchback') this.#addUnits();
  }

  /** The arms of the day. A switchback draws new ones each day. */
  armsOfDay(): ArmOf {
    const { design, shape } = this.#experiment;
    if (design === 'interleaving') return () => 'both';
    if (design === 'split') return (person) => this.#armOfPerson[person]!;
    if (design === 'switchback') {
      this.#firstUnit = this.#arms.length;
      this.#armOfCity = Array.from({ length: shape.cities }, () => this.#coin());
      this.#addUnits();
    }
    return (_, city) => this.#armOfCity[city]!;
  }

  add({ mutual, wasActive }: ReturnType<CrowdedMarket['day']>): void {
    const { design } = this.#experiment;
    for (let person = 0; person < wasActive.length; person++) {
      if (wasActive[person] === 0) continue;
      const [ofControl, ofTreatment] = [mutual[0][person]!, mutual[1][person]!];
      const unit = this.#firstUnit + (byCity(design) ? this.#market.cityOf(person) : person);
      this.outcomes += ofControl + ofTreatment;
      this.#seekerDays += 1;
      const isInterleaved = design === 'interleaving';
      this.#numerators[unit]! += isInterleaved ? ofTreatment - ofControl : ofControl + ofTreatment;
      this.#denominators[unit]! += isInterleaved ? ofControl + ofTreatment : 1;
    }
  }

  interval(): Interval | null {
    const settings = { alpha: ALPHA, effectScale: this.#experiment.effectScale };
    if (this.#experiment.design === 'interleaving')
      return preferenceOfArms(ratioOfSums(this.#units(null)), settings);
    return differenceOfArms(ratioOfSums(this.#units(0)), ratioOfSums(this.#units(1)), settings);
  }

  /** Matches per seeker and day of the control; with interleaving, of both arms together. */
  base(): number {
    return this.#experiment.design === 'interleaving'
      ? this.outcomes / this.#seekerDays
      : ratioOfSums(this.#units(0)).ratio;
  }

  /** `arm` null: of both arms. */
  *#units(arm: 0 | 1 | null) {
    for (let unit = 0; unit < this.#arms.length; unit++) {
      const denominator = this.#denominators[unit]!;
      if (denominator > 0 && (arm === null || this.#arms[unit] === arm))
        yield { numerator: this.#numerators[unit]!, denominator };
    }
  }

  #addUnits(): void {
    const arms = byCity(this.#experiment.design) ? this.#armOfCity : this.#armOfPerson;
    for (const arm of arms) {
      this.#arms.push(arm);
      this.#numerators.push(0);
      this.#denominators.push(0);
    }
  }

  #coin(): 0 | 1 {
    return this.#random.chance(0.5) ? 1 : 0;
  }
}

const byCity = (design: SimulatedDesign) => design === 'cluster' || design === 'switchback';

/** Value of a change that everybody has: mutual matches per seeker and day with it, less those without. */
export function trueEffect(shape: MarketShape, gain: number, days: number, seed: number): number {
  const rate = (arm: 0 | 1) => {
    const market = new CrowdedMarket(shape, new SeededRandom(seed));
    let [matches, seekerDays] = [0, 0];
    for (let day = 0; day < days; day++) {
      const { mutual, wasActive } = market.day(() => arm, gain);
      for (let person = 0; person < wasActive.length; person++) {
        matches += mutual[arm][person]!;
        seekerDays += wasActive[person]!;
      }
    }
    return matches / seekerDays;
  };
  return rate(1) - rate(0);
}

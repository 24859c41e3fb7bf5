import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { mean, standardDeviation } from '../../../platform/numeric/statistics.ts';
import { addedInformation } from './added-information.ts';
import { clustersOf } from './two-way-clusters.ts';

/** 40 seekers, 10 decisions each; log-odds = one cause that is known and one that is not, and choosiness. */
function decisions(seed: number) {
  const random = new SeededRandom(seed);
  const column = () => Float64Array.from({ length: 400 }, () => random.normal());
  const [known, hidden] = [column(), column()];
  const choosiness = Float64Array.from({ length: 40 }, () => random.normal());
  const labels = Uint8Array.from(known, (x, n) =>
    Number(random.uniform() < sigmoid(x + hidden[n]! + choosiness[Math.floor(n / 10)]!)),
  );
  const weights = new Float64Array(400).fill(1);
  const seekers = Uint32Array.from(known, (_, n) => Math.floor(n / 10));
  const pairs = { people: Array.from({ length: 440 }, (_, n) => `p${n}`), seekers };
  const clusters = clustersOf({ ...pairs, candidates: seekers.map((_, n) => 40 + n) }, weights);
  return { known, hidden, noise: column(), clusters, labels, weights };
}

describe('added information', () => {
  it('is far above chance for a cause that the other model lacks', () => {
    const { known, hidden, clusters, labels, weights } = decisions(1);
    const z = addedInformation(
      { scores: hidden.map(sigmoid), labels, weights },
      known.map(sigmoid),
      clusters,
    );
    expect(z).toBeGreaterThan(4);
    const wrong = hidden.map((x) => sigmoid(-x));
    expect(addedInformation({ scores: wrong, labels, weights }, known.map(sigmoid), clusters)).toBeCloseTo(
      -z,
      6,
    );
  });

  it('does not count what is known, however it is calibrated', () => {
    const { known, clusters, labels, weights } = decisions(2);
    const same = known.map((x) => sigmoid(0.3 * x - 1));
    expect(addedInformation({ scores: same, labels, weights }, known.map(sigmoid), clusters)).toBeNaN();
  });

  it('is standard normal where the model adds noise alone', () => {
    const found = Array.from({ length: 300 }, (_, seed) => {
      const { known, noise, clusters, labels, weights } = decisions(100 + seed);
      const scores = known.map((x, n) => sigmoid(x + 0.7 * noise[n]!));
      return addedInformation({ scores, labels, weights }, known.map(sigmoid), clusters);
    });
    const deviation = standardDeviation(found);
    expect(Math.abs(mean(found))).toBeLessThan(0.2);
    expect(deviation).toBeGreaterThan(0.85);
    expect(deviation).toBeLessThan(1.15);
    expect(Math.max(...found)).toBeLessThan(3.6);
  });
});

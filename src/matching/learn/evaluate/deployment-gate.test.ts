import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { type LabelledPairs, takePairs } from '../labelled-pairs.ts';
import { checkDeployment, decideDeployment } from './deployment-gate.ts';

const SEEKERS = 80;
const EACH = 25;

/** Seekers with a taste of known log-odds. `see(share)`: the score of a model that knows this share of it. */
function world(seed: number) {
  const random = new SeededRandom(seed);
  const rows = SEEKERS * EACH;
  const logOdds = Float64Array.from({ length: rows }, () => -0.5 + 1.2 * random.normal());
  const noise = Float64Array.from({ length: rows }, () => 1.2 * random.normal());
  const heldOut: LabelledPairs = {
    people: Array.from({ length: SEEKERS + EACH }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(logOdds, (_, n) => Math.floor(n / EACH)),
    candidates: Uint32Array.from(logOdds, (_, n) => SEEKERS + (n % EACH)),
    labels: Uint8Array.from(logOdds, (x) => Number(random.uniform() < sigmoid(x))),
    weights: new Float64Array(rows).fill(1),
    atMs: new Float64Array(rows),
  };
  const see = (share: number) =>
    logOdds.map((x, n) => sigmoid(-0.5 + share * (x + 0.5) + (1 - share) * share * noise[n]!));
  const blind = new Float64Array(rows).fill(0.5);
  return { heldOut, see, blind, random };
}

describe('the deployment gate', () => {
  it('accepts a model that knows more, and says by how much', () => {
    const { heldOut, see } = world(1);
    const verdict = checkDeployment({
      heldOut,
      candidate: see(0.9),
      serving: see(0.2),
      prior: see(0.2),
      servingIsPrior: true,
    });
    expect(verdict.deploy).toBe(true);
    expect(verdict.after.auc).toBeGreaterThan(verdict.before.auc);
    expect(verdict.reason).toContain(`above that of the prior by ${verdict.aucGain.value.toFixed(3)}`);
    expect(verdict.reason).toContain('2000 held-out outcomes');
  });

  it('weighs outcomes in AUC, and counts each pair once in log loss and calibration', () => {
    const { heldOut, see } = world(4);
    const scores = { candidate: see(0.9), serving: see(0.2), prior: see(0.2), servingIsPrior: true };
    const plain = checkDeployment({ ...scores, heldOut });
    const weights = Float64Array.from(heldOut.labels, (label, n) => (label === 1 ? 4 : 1) + (n % 3));
    const weighted = checkDeployment({ ...scores, heldOut: { ...heldOut, weights } });
    expect(weighted.after.auc).not.toBe(plain.after.auc);
    expect(weighted.after.log_loss).toBe(plain.after.log_loss);
    expect(weighted.after.ece).toBe(plain.after.ece);
    expect(weighted.after.reliability).toEqual(plain.after.reliability);
  });

  it('keeps the serving model where the new one is worse', () => {
    const { heldOut, see } = world(2);
    const verdict = checkDeployment({
      heldOut,
      candidate: see(0.2),
      serving: see(0.9),
      prior: see(0.1),
      servingIsPrior: false,
    });
    expect(verdict).toMatchObject({ deploy: false });
    expect(verdict.reason).toMatch(/below that of the serving head by 0\.\d+ .* the serving head stays/);
  });

  it('refuses a model with a better order and worse probabilities', () => {
    const { heldOut, see } = world(3);
    const sure = see(0.9).map((p) => (p > 0.5 ? 0.999 : 0.5 * p));
    const verdict = checkDeployment({
      heldOut,
      candidate: sure,
      serving: see(0.2),
      prior: see(0.2),
      servingIsPrior: true,
    });
    expect(verdict.aucGain.low).toBeGreaterThan(0);
    expect(verdict).toMatchObject({ deploy: false });
    expect(verdict.reason).toContain('probabilities may be worse');
  });

  it('refuses a prior that only learnt the share of positives', () => {
    const { heldOut, blind } = world(4);
    const share = heldOut.labels.reduce((sum, label) => sum + label, 0) / heldOut.labels.length;
    const verdict = checkDeployment({
      heldOut,
      candidate: blind.map(() => share),
      serving: blind,
      prior: blind,
      servingIsPrior: true,
    });
    expect(verdict.logLossGain.low).toBeGreaterThan(0);
    expect(verdict.deploy).toBe(false);
  });

  it('replaces a trained model by an equal one, but never the prior', () => {
    const { heldOut, see, blind } = world(5);
    const equal = { heldOut, candidate: see(0.9), serving: see(0.9), prior: blind };
    expect(checkDeployment({ ...equal, servingIsPrior: false }).deploy).toBe(true);
    expect(checkDeployment({ ...equal, servingIsPrior: true }).deploy).toBe(false);
  });

  it('refuses in 20 of 20 tries what was learnt from labels that mean nothing, held-out ones shuffled too', () => {
    const deployed = Array.from({ length: 20 }, (_, seed) => {
      const { heldOut, see, blind, random } = world(100 + seed);
      const labels = random.shuffle(Uint8Array.from(heldOut.labels));
      const noise = random.shuffle(see(0.9));
      const serving = random.shuffle(see(0.6));
      return [true, false].map(
        (servingIsPrior) =>
          checkDeployment({
            heldOut: { ...heldOut, labels },
            candidate: noise,
            serving: servingIsPrior ? blind : serving,
            prior: blind,
            servingIsPrior,
          }).deploy,
      );
    });
    expect(deployed.flat().filter(Boolean)).toHaveLength(0);
  });

  it('says that the outcomes of two seekers say nothing of others', () => {
    const { heldOut, see, blind } = world(7);
    const rows = Uint32Array.from({ length: 2 * EACH }, (_, n) => n);
    const some = (scores: Float64Array) => scores.slice(0, 2 * EACH);
    const verdict = checkDeployment({
      heldOut: takePairs(heldOut, rows),
      candidate: some(see(1)),
      serving: some(blind),
      prior: some(blind),
      servingIsPrior: true,
    });
    expect(verdict.deploy).toBe(false);
    expect(verdict.reason).toContain('What so few seekers decide says nothing of others');
  });

  it('never calls chance what an interval excludes', () => {
    for (let seed = 0; seed < 12; seed++) {
      const { heldOut, see, blind } = world(200 + seed);
      const { deploy, reason, aucGain } = decideDeployment({
        heldOut,
        candidate: see(0.3 + 0.05 * seed),
        serving: see(0.3),
        prior: blind,
        servingIsPrior: seed % 2 === 0,
      });
      if (aucGain.low > 0) expect(reason).not.toContain('chance');
      expect(reason).toContain('99 % interval');
      expect(reason.includes('stays')).toBe(!deploy);
    }
  });

  it('reports too few outcomes for validation', () => {
    const { heldOut, see } = world(6);
    const none = {
      ...heldOut,
      seekers: heldOut.seekers.slice(0, 2),
      candidates: heldOut.candidates.slice(0, 2),
      labels: Uint8Array.of(1, 1),
      weights: heldOut.weights.slice(0, 2),
    };
    const verdict = checkDeployment({
      heldOut: none,
      candidate: see(1).slice(0, 2),
      serving: see(0).slice(0, 2),
      prior: see(0).slice(0, 2),
      servingIsPrior: true,
    });
    expect(verdict.deploy).toBe(false);
    expect(verdict.reason).toContain(
      'It can be judged by 2 held-out outcomes (2 positive) of 1 seeker alone.',
    );
  });
});
